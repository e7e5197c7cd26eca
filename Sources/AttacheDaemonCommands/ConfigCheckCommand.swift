import ArgumentParser
import Attache
import AttacheOptions
import AttacheServer

/// `attached config check`: whether the service would start with this configuration.
struct ConfigCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check everything that can be checked without serving: options, policies, certificates, tokens.",
        discussion: """
            EXIT STATUS
              0  the service would start with it
              2  it would not, and why
            """
    )

    @OptionGroup var options: ServeOptions

    func run() async throws {
        try await CommandRunner.finish {
            let environment = ProcessEnvironment.current
            let settings = try options.resolve(environment: environment)
            var problems: [String] = []
            do throws(ConfigurationError) {
                for warning in try URLChecker(settings.configuration.attache).warnings {
                    Terminal.report("attached: warning: \(warning)")
                }
            } catch {
                problems += error.problems
            }
            problems += settings.configuration.problems()
            guard problems.isEmpty else { throw UsageError(problems: problems) }
            for name in SettingDefinition.unknownVariables(in: environment) {
                Terminal.report("attached: warning: \(name) is no setting, and nothing reads it.")
            }
            Terminal.print(
                "The configuration is right; the service would listen on \(settings.configuration.listen).\n"
            )
        }
    }
}
