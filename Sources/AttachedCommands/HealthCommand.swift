import ArgumentParser
import AttacheCommandLine
import AttacheServer
import AttacheSystem

/// `attached health`: whether a running service is well, as container runtimes ask.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Ask a running service whether it can do its work.",
        discussion: """
            Without --url and --socket it asks where a service with this environment would listen: what ATTACHE_LISTEN, or \
            the file of ATTACHE_CONFIG, says; 127.0.0.1:8420 where neither does. It prints one line.

            EXIT STATUS
              0  it is well
              1  it is not, or does not answer
              2  wrong usage or configuration
            """
    )

    @OptionGroup var options: HealthOptions

    func run() async throws {
        try await CommandRunner.finish {
            let report = try await options.ask(try target(ProcessEnvironment.current))
            Terminal.print(report.line + "\n")
            if !report.isHealthy { throw ExitCode(report.exitStatus) }
        }
    }

    /// Whom to ask.
    ///
    /// - Parameter environment: The process's environment, which says where the service listens when no option does.
    /// - Returns: The service.
    /// - Throws: `ConfigurationError` or `ServiceConfigurationError` with the cure.
    func target(_ environment: [String: String]) throws -> HealthTarget {
        if let target = try options.target() { return target }
        let configuration = try ServeOptions.parse([]).resolve(environment: environment).configuration
        switch configuration.listen {
        case .unix(let path): return HealthTarget(socket: path)
        case .network(let host, let port):
            // Who listens on every address is asked on loopback.
            let name = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
            let scheme = configuration.tls == nil ? "http" : "https"
            return try HealthTarget(url: "\(scheme)://\(ListenAddress.network(host: name, port: port))")
        }
    }
}
