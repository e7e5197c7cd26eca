import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem

/// The options of every command that runs the pipeline.
struct PipelineOptions: ParsableArguments {
    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Device") var device: DeviceOptions
    @OptionGroup(title: "Egress") var egress: EgressOptions
    @OptionGroup(title: "Transfer") var transfer: TransferOptions
    @OptionGroup(title: "Talk") var output: OutputOptions

    /// What the options mean.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - defaults: What holds where nobody says anything.
    /// - Returns: The settings after environment, file and defaults.
    /// - Throws: `ConfigurationError` with every problem.
    func resolve(
        environment: [String: String],
        defaults: AttacheConfiguration = AttacheConfiguration()
    ) throws(ConfigurationError) -> RunSettings {
        let file = try ConfigurationFile.read(output.config ?? environment["ATTACHE_CONFIG"])
        let flags = FlagValues([policy, device, egress, transfer, output])
        var resolver = SettingsResolver(lookup: SettingLookup(flags: flags, environment: environment, file: file))
        var settings = RunSettings(
            configuration: resolver.configuration(defaults: defaults),
            jobs: resolver.jobs(),
            diagnostics: resolver.diagnostics(output),
            color: resolver.color(),
            environment: environment
        )
        let most = DescriptorBudget.current.transfers
        if settings.jobs > most {
            if transfer.jobs != nil {
                settings.diagnostics.warning(
                    "\(DescriptorBudget.current.limit) descriptors are enough for --jobs \(most), so that is what is used."
                )
            }
            settings.jobs = most
        }
        // A payload that is worked on should not wait for another payload's transfer.
        settings.configuration.transferLimit = settings.jobs
        guard resolver.problems.isEmpty else { throw ConfigurationError(problems: resolver.problems) }
        return settings
    }
}

/// What the options mean: the configuration and how to talk, after environment, file and defaults.
struct RunSettings {
    var configuration: AttacheConfiguration
    /// Payloads worked on at once, at least 1.
    var jobs: Int
    var diagnostics: Diagnostics
    var color: ColorChoice
    var environment: [String: String]
}

extension ConfigurationFile {
    /// Every option that may stand in the file of `attache`.
    static let names = pipelineNames + ["log-format", "color"]

    /// Reads the file of `attache`.
    ///
    /// - Parameter path: The file's path, or `nil` for none.
    /// - Returns: Values by option name, each with its place.
    /// - Throws: `ConfigurationError` with every mistake in it.
    static func read(_ path: String?) throws(ConfigurationError) -> [String: [Setting]] {
        try read(path, names: names)
    }
}
