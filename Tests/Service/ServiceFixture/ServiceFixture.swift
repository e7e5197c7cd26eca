import Attache
import AttacheServer
import Glibc
import Logging

/// A service that tests start and send signals to, or a worker with `worker` as the first argument; both are configured
/// by `NAME=VALUE` arguments.
@main
enum ServiceFixture {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "worker" { return try await WorkerFixture.run(arguments.dropFirst()) }
        var configuration = ServiceConfiguration()
        configuration.listen = .network(host: "127.0.0.1", port: 0)
        configuration.drainDelay = .milliseconds(200)
        // No payload's time ends during a test, however slow the machine is.
        configuration.attache.deadline = .seconds(3600)
        var level = Logger.Level.info
        var format = LogFormat.json
        for argument in arguments {
            let words = argument.split(separator: "=", maxSplits: 1).map(String.init)
            let value = words.count == 2 ? words[1] : ""
            switch words[0] {
            case "listen": configuration.listen = try ListenAddress(parsing: value)
            case "store": configuration.attache.storeDirectory = value
            case "allow": configuration.attache.allowedAddresses.append(value)
            case "policies": configuration.attache.policyDirectories.append(value)
            case "tokens": configuration.tokenFile = value
            case "jobs": configuration.jobs = Int(value) ?? 0
            case "waiting": configuration.queue.waiting = Int(value) ?? 0
            case "drain": configuration.drainTimeout = .milliseconds(Int(value) ?? 0)
            case "level": level = Logger.Level(rawValue: value) ?? .info
            case "format": format = LogFormat(rawValue: value) ?? .json
            default: preconditionFailure("unknown argument \(argument)")
            }
        }
        let log = ServiceLog(format: format, level: level)
        let end = try await AttacheService(configuration, log: log).run { address in
            print(address)
            // Standard output is a file here, which is flushed when its buffer is full.
            fflush(nil)
        }
        await log.flush(within: .seconds(60))
        exit(end.exitStatus)
    }
}
