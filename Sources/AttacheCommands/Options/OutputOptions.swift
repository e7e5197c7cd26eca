import ArgumentParser
import AttacheCommandLine

struct OutputOptions: ParsableArguments {
    @Flag(name: .customShort("v"), help: "Verbose output (-vv for more).")
    var verbosity: Int

    @Option(help: ArgumentHelp("The format of standard error: text or json (default: text).", valueName: "format"))
    var logFormat: String?

    @Option(help: ArgumentHelp("When to colour: auto, always or never (default: auto).", valueName: "when"))
    var color: String?

    @Option(
        help: ArgumentHelp(
            "A YAML file of option names and values; flags and ATTACHE_… variables take precedence.",
            valueName: "file"
        )
    )
    var config: String?
}

extension OutputOptions: FlagGroup {
    var flags: FlagValues { FlagValues(single: ["log-format": logFormat, "color": color]) }
}

extension SettingsResolver {
    mutating func diagnostics(_ options: OutputOptions) -> Diagnostics {
        Diagnostics(format: choice("log-format", of: Diagnostics.Format.self) ?? .text, verbosity: options.verbosity)
    }

    mutating func color() -> ColorChoice {
        choice("color", of: ColorChoice.self) ?? .auto
    }
}
