import ArgumentParser
import AttacheCommandLine

/// The options of verbosity and format of the output.
struct OutputOptions: ParsableArguments {
    @Flag(name: .customShort("v"), help: "Verbose output (-vv for more).")
    var verbosity: Int

    @OptionGroup var settings: SettingOptions<OutputSettings>
    @OptionGroup var file: ConfigurationFile
}

/// The format of the output.
enum OutputSettings: SettingGroup {
    static let settings: [Setting<RunSettings>] = [
        Setting("log-format", \.diagnostics.format, .choice, "format") {
            "The format of standard error: text or json."
        },
        Setting("color", \.color, .choice, "when") { "When to colour: auto, always or never." },
    ]
}
