package import ArgumentParser
package import AttacheCommandLine
package import AttacheCore
package import CommandSupport

/// The options of the `attache center` commands.
package struct CenterOptions: ParsableArguments {
    @Flag(help: "Print one JSON object per line.")
    package var json = false

    @OptionGroup package var center: SettingOptions<CenterFileSettings>
    @OptionGroup(title: "Output") package var output: OutputOptions

    package init() {}

    package func resolve(environment: [String: String]) throws(ConfigurationError) -> RunSettings {
        try RunSettings(
            [center],
            output,
            environment: environment,
            settings: CenterFileSettings.settings + OutputSettings.settings
        )
    }
}
