import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import AttacheSystem

/// `attached config`: what the service would work with.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check the configuration, or show what holds and who said it.",
        discussion: "Both take the options of serve, and read the same variables and the same file.",
        subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self]
    )
}

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
            guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
            for name in ServiceSettings.unknownVariables(in: environment) {
                Terminal.report("attached: warning: \(name) is no setting, and nothing reads it.")
            }
            Terminal.print(
                "The configuration is right; the service would listen on \(settings.configuration.listen).\n"
            )
        }
    }
}

/// `attached config show`: every setting and its value.
struct ConfigShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show every setting in the form of a configuration file; secrets are hidden.",
        discussion: "A setting without a value stands there as a comment."
    )

    @Flag(help: "Tell of each where it was said: a flag, a variable, a line of the file, or default.")
    var origin = false

    @OptionGroup var options: ServeOptions

    func run() async throws {
        try await CommandRunner.finish {
            let settings = try options.resolve(environment: ProcessEnvironment.current)
            Terminal.print(ResolvedSetting.lines(settings.shown, withOrigin: origin))
        }
    }
}
