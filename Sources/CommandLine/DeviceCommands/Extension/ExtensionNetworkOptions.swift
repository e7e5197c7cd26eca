import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import CommandSupport

/// What the sessions of extensions may load, and under which network.
enum ExtensionNetworkSettings: SettingGroup {
    /// The settings that reach the process of an extension.
    private static let names: Set = [
        "network", "link", "allow-address", "allow-port", "allow-host", "cacert", "dns-server",
    ]

    static let settings = PipelineSettings.all.filter { names.contains($0.definition.name) }
}

/// The options of the commands that run extensions without the pipeline.
struct ExtensionNetworkOptions: ParsableArguments {
    @OptionGroup(title: "Network") var network: SettingOptions<ExtensionNetworkSettings>
    @OptionGroup(title: "Output") var output: OutputOptions

    /// Resolves the options after environment, file and defaults.
    func resolve(environment: [String: String]) throws(ConfigurationError) -> RunSettings {
        try RunSettings([network], output, environment: environment)
    }
}
