package import ArgumentParser
package import AttacheCommandLine

/// The options of verbosity and format of the output.
package struct OutputOptions: ParsableArguments {
    @Flag(name: .customShort("v"), help: "Verbose output (-vv for more).")
    var verbosityCount: Int

    @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Print only errors on standard error.")
    package var isQuiet = false

    @OptionGroup package var settings: SettingOptions<OutputSettings>
    @OptionGroup package var file: ConfigurationFile

    package init() {}

    /// -1 for errors only, 0 with warnings, 1 for `-v`, 2 for `-vv`.
    package var verbosity: Int { isQuiet ? -1 : verbosityCount }
}

/// The format of the output.
package enum OutputSettings: SettingGroup {
    package static let settings: [Setting<RunSettings>] = [
        Setting("log-format", \.diagnostics.format, .choice, "format") {
            "The format of messages on standard error: text or json."
        },
        Setting("color", \.color, .choice, "when") { "When to use colours: auto, always or never." },
    ]
}
