import Attache
import AttacheServer
import Logging

/// The executable `attached`.
@main
enum AttacheDaemon {
    static func main() async throws {
        var configuration = ServiceConfiguration()
        configuration.attache.allowedAddresses = ["127.0.0.0/8:8097"]
        configuration.attache.storeDirectory = "/tmp/sp/dstore"
        var logger = Logger(label: "attached")
        logger.logLevel = .warning
        try await AttacheService(configuration, logger: logger).run { print("listening on \($0)") }
    }
}
