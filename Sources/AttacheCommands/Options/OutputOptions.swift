import ArgumentParser
import AttacheCommandLine

/// How much is said, and how.
struct OutputOptions: ParsableArguments {
    @Flag(name: .customShort("v"), help: "Say more on standard error; twice for still more.")
    var verbosity: Int

    @Option(help: ArgumentHelp("How standard error is written: text or json (default: text).", valueName: "format"))
    var logFormat: String?

    @Option(help: ArgumentHelp("When to colour: auto, always or never (default: auto).", valueName: "when"))
    var color: String?

    @Option(
        help: ArgumentHelp(
            "A YAML file of option names and values; flags and ATTACHE_… variables win over it.",
            valueName: "file"
        )
    )
    var config: String?
}

extension OutputOptions: FlagGroup {
    var flags: FlagValues { FlagValues(single: ["log-format": logFormat, "color": color]) }
}

extension SettingsResolver {
    /// How to talk.
    mutating func diagnostics(_ options: OutputOptions) -> Diagnostics {
        Diagnostics(format: choice("log-format", of: Diagnostics.Format.self) ?? .text, verbosity: options.verbosity)
    }

    /// When to colour.
    mutating func color() -> ColorChoice {
        choice("color", of: ColorChoice.self) ?? .auto
    }
}
