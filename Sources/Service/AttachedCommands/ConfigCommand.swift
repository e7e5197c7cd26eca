import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import AttacheSystem

/// `attached config`: checks or shows the configuration.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check the configuration, or show it with the origin of each value.",
        discussion: """
            Both commands accept the options of serve, and read the same variables and file.

            EXAMPLES
              attached config check --config attached.yaml  check a file
              attached config show --origin  show each value and where it comes from
            """,
        subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self]
    )
}

/// `attached config check`: checks whether the service would start.
struct ConfigCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the configuration without serving: options, policies, certificates, tokens, directories.",
        discussion: """
            EXAMPLES
              attached config check --config attached.yaml  check a file before a restart

            EXIT STATUS
              0  the configuration is valid
              2  the configuration is invalid; the problems are printed
            """
    )

    @OptionGroup var options: ServeOptions

    func run() async throws {
        try await CommandRunner.finish(.attached) { diagnostics in
            let environment = ProcessEnvironment.current
            let settings = try options.resolve(environment: environment)
            let warnings = try settings.check() + settings.configuration.warnings()
            for warning in warnings + ServiceSettings.unknownVariables(in: environment) {
                diagnostics.warning(warning)
            }
            try StandardOutput.write(
                "The configuration is valid; the service would listen on \(settings.configuration.listen).\n"
            )
            return .success
        }
    }
}

/// `attached config show`: shows every setting and its value.
struct ConfigShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show every setting as a configuration file, with secrets hidden.",
        discussion: """
            A setting without a value is shown as a comment.

            EXAMPLES
              attached config show > attached.yaml  write the settings in effect to a file
              attached config show --origin  show each value and where it comes from
            """
    )

    @Flag(help: "Show where each value comes from: a flag, a variable, a line of the file, or default.")
    var origin = false

    @OptionGroup var options: ServeOptions

    func run() async throws {
        try await CommandRunner.finish(.attached) { _ in
            let environment = ProcessEnvironment.current
            let settings = try options.resolve(environment: environment)
            if origin { try StandardOutput.write("# \(place(environment))\n") }
            try StandardOutput.write(ResolvedSetting.lines(settings.shown, withOrigin: origin))
            return .success
        }
    }

    /// The file that was read, or the places where there is none.
    private func place(_ environment: [String: String]) -> String {
        guard let location = options.file.location(environment) else {
            return "No configuration file: \(ConfigurationLocation.defaults(environment).joined(separator: " and ")) "
                + "do not exist."
        }
        return "Configuration file: \(location.path) (\(location.origin))"
    }
}
