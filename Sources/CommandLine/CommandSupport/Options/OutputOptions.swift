import ArgumentParser
import AttacheCommandLine

/// The options of verbosity and format of the output.
struct OutputOptions: ParsableArguments {
    @Flag(name: .customShort("v"), help: "Verbose output (-vv for more).")
    var verbosityCount: Int

    @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Only errors on standard error.")
    var isQuiet = false

    @OptionGroup var settings: SettingOptions<OutputSettings>
    @OptionGroup var file: ConfigurationFile

    /// -1 for errors only, 0 with warnings, 1 for `-v`, 2 for `-vv`.
    var verbosity: Int { isQuiet ? -1 : verbosityCount }
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
