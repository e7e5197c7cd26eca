import ArgumentParser
import Attache

/// The options of `attache check`.
struct CheckOptions: ParsableArguments {
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Device") var device: DeviceOptions
    @OptionGroup(title: "Egress") var egress: EgressOptions
    @OptionGroup(title: "Lookups") var lookups: LookupOptions
    @OptionGroup(title: "Talk") var talk: TalkOptions

    /// What the options mean.
    ///
    /// - Parameter environment: The process's environment.
    /// - Returns: The settings after environment, file and defaults.
    /// - Throws: `UsageError` with every problem.
    func resolve(environment: [String: String]) throws(UsageError) -> RunSettings {
        let file = try ConfigurationFile.read(talk.config ?? environment["ATTACHE_CONFIG"])
        let lookup = SettingLookup(environment: environment, file: file)
        var resolver = SettingsResolver(lookup: lookup)
        var configuration = resolver.configuration(policy: policy, device: device, egress: egress, transfer: nil)
        configuration.dnsServers = lookup.values("dns-server", flags: lookups.dnsServer).map(\.text)
        let settings = RunSettings(
            configuration: configuration,
            jobs: resolver.jobs(flag: lookups.jobs),
            diagnostics: resolver.diagnostics(talk),
            color: resolver.color(talk),
            environment: environment
        )
        guard resolver.problems.isEmpty else { throw UsageError(problems: resolver.problems) }
        return settings
    }
}
