import ArgumentParser
import AttacheCommandLine

/// `attache health`: a health check of a running `attached`, as container runtimes run it.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Check the health of a running attached service.",
        discussion: """
            Without --url and --socket, the request goes to \(HealthTarget.standardURL). It prints one line.

            EXAMPLES
              attache health --url http://127.0.0.1:8420/healthz  check whether a service is alive

            EXIT STATUS
              0  the service is healthy
              1  the service is unhealthy, or does not respond
              2  wrong usage
            """
    )

    @OptionGroup var options: HealthOptions

    func run() async throws {
        try await options.run(Diagnostics()) { try options.target() ?? HealthTarget(url: HealthTarget.standardURL) }
    }
}
