import ArgumentParser
import Attache
import AttacheOptions

/// The options of `attache check`.
struct CheckOptions: ParsableArguments {
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Device") var device: DeviceOptions
    @OptionGroup(title: "Egress") var egress: EgressOptions
    @OptionGroup(title: "Lookups") var lookups: LookupOptions
    @OptionGroup(title: "Talk") var output: OutputOptions

    /// What the options mean.
    ///
    /// - Parameter environment: The process's environment.
    /// - Returns: The settings after environment, file and defaults.
    /// - Throws: `UsageError` with every problem.
    func resolve(environment: [String: String]) throws(UsageError) -> RunSettings {
        let file = try ConfigurationFile.read(output.config ?? environment["ATTACHE_CONFIG"])
        let flags = FlagValues([policy, device, egress, lookups, output])
        var resolver = SettingsResolver(lookup: SettingLookup(flags: flags, environment: environment, file: file))
        let settings = RunSettings(
            configuration: resolver.configuration(),
            jobs: resolver.jobs(),
            diagnostics: resolver.diagnostics(output),
            color: resolver.color(),
            environment: environment
        )
        guard resolver.problems.isEmpty else { throw UsageError(problems: resolver.problems) }
        return settings
    }
}
