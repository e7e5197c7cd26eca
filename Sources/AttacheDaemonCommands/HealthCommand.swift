import ArgumentParser
import AttacheCore
import AttacheOptions
import AttacheServer

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

    @Option(
        help: ArgumentHelp(
            "The service's URL, such as http://127.0.0.1:8420.",
            discussion: """
                It is asked for /readyz, or for the path in the URL, such as /healthz. A certificate is not verified.
                """,
            valueName: "url"
        )
    )
    var url: String?

    @Option(help: ArgumentHelp("The service's unix socket, instead of --url.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("How long to wait for the answer (default: 5s).", valueName: "time"))
    var timeout: String?

    func run() async throws {
        try await CommandFrame.finish {
            let report = await HealthProbe.run(try target(ProcessEnvironment.current), timeout: try limit())
            Terminal.print(report.line + "\n")
            if !report.isHealthy { throw ExitCode(report.exitStatus) }
        }
    }

    /// Whom to ask.
    ///
    /// - Parameter environment: The process's environment, which says where the service listens when no option does.
    /// - Returns: The service.
    /// - Throws: `UsageError` or `ServiceConfigurationError` with the cure.
    func target(_ environment: [String: String]) throws -> HealthTarget {
        switch (url, socket) {
        case (let url?, nil): return try HealthTarget(url: url)
        case (nil, let socket?): return HealthTarget(socket: socket)
        case (_?, _?): throw UsageError(problems: ["--url and --socket are two services; give one of them."])
        case (nil, nil): break
        }
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

    private func limit() throws -> Duration {
        guard let timeout else { return .seconds(5) }
        guard let amount = try? TimeAmount(parsing: timeout), amount.duration > .zero else {
            throw UsageError(problems: ["--timeout: \"\(timeout)\" is no time; write 5s or 500ms."])
        }
        return amount.duration
    }
}
