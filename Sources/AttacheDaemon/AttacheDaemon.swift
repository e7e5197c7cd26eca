import Attache
import AttacheServer
import Glibc

/// The executable `attached`.
@main
enum AttacheDaemon {
    static func main() async throws {
        let configuration = ServiceConfiguration()
        let log = ServiceLog()
        let end = try await AttacheService(configuration, log: log).run { print("listening on \($0)") }
        await log.flush(within: .seconds(1))
        exit(end.exitStatus)
    }
}
