import ArgumentParser
import AttacheOptions

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
