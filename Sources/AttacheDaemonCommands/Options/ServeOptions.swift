import ArgumentParser
import AttacheOptions

/// The options of the service: what `attache` takes too, and its own.
struct ServeOptions: ParsableArguments {
    @OptionGroup(title: "Service") var listen: ListenOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Memory") var retention: RetentionOptions
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Device") var device: DeviceOptions
    @OptionGroup(title: "Egress") var egress: EgressOptions
    @OptionGroup(title: "Transfer") var transfer: TransferOptions
    @OptionGroup(title: "Log") var log: LogOptions

    /// What the options mean.
    ///
    /// - Parameter environment: The process's environment.
    /// - Returns: The settings after environment, file and defaults.
    /// - Throws: `UsageError` with every problem.
    func resolve(environment: [String: String]) throws(UsageError) -> ServiceSettings {
        let variable = environment["ATTACHE_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let file = try ConfigurationFile.read(log.config ?? variable, names: SettingDefinition.names)
        let groups: [any FlagGroup] = [listen, limits, retention, policy, device, egress, transfer, log]
        let lookup = ConfiguredSettings(flags: FlagValues(groups), environment: environment, file: file)
        return try ServiceSettings(lookup, environment: environment)
    }
}
