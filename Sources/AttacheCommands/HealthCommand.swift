import ArgumentParser
import AttacheCommandLine

/// `attache health`: whether a running `attached` is well, as container runtimes ask.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Ask a running service whether it can do its work.",
        discussion: """
            The service is attached. Without --url and --socket it is asked at \(HealthTarget.standardURL). One line is \
            printed.

            EXIT STATUS
              0  it is well
              1  it is not, or does not answer
              2  wrong usage
            """
    )

    @OptionGroup var options: HealthOptions

    func run() async throws {
        try await options.run(Diagnostics()) { try options.target() ?? HealthTarget(url: HealthTarget.standardURL) }
    }
}
