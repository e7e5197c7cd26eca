import ArgumentParser
import AttacheCommandLine
import AttacheServer
import AttacheSystem

/// `attached health`: checks a running service, as container runtimes do.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Check whether a running service is ready.",
        discussion: """
            Without --url and --socket, it asks the service of this environment: at ATTACHE_LISTEN, at the address in \
            the configuration file, or at 127.0.0.1:8420. It prints one line.

            EXAMPLES
              attached health  check the service of this environment
              attached health --config attached.yaml  check the service of this file
              attached health --socket /run/attached/attached.sock  check one on a unix socket

            EXIT STATUS
              0  the service is ready
              1  the service is not ready, or does not respond
              2  wrong usage or configuration
            """
    )

    @OptionGroup var options: HealthOptions
    @OptionGroup var file: ConfigurationFile

    func run() async throws {
        try await options.run(.attached) { try target(ProcessEnvironment.current) }
    }

    /// Returns the address to check: that of the options, or the one that a service with this environment listens on.
    func target(_ environment: [String: String]) throws -> HealthTarget {
        if let target = try options.target() { return target }
        var options = try ServeOptions.parse([])
        options.file = file
        let configuration = try options.resolve(environment: environment).configuration
        switch configuration.listen {
        case .unix(let path): return HealthTarget(socket: path)
        case .network(let host, let port):
            // A wildcard address is checked on loopback.
            let name = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
            let scheme = configuration.tls == nil ? "http" : "https"
            return try HealthTarget(url: "\(scheme)://\(ListenAddress.network(host: name, port: port))")
        }
    }
}
