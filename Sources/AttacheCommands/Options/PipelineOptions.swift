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
    @OptionGroup(title: "Output") var output: OutputOptions

    /// Resolves the options after environment, file and defaults.
    func resolve(
        environment: [String: String],
        defaults: AttacheConfiguration = AttacheConfiguration()
    ) throws(UsageError) -> RunSettings {
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
                    "\(DescriptorBudget.current.limit) file descriptors are enough for --jobs \(most), which is used instead."
                )
            }
            settings.jobs = most
        }
        // A payload in progress must not wait for another payload's transfer.
        settings.configuration.transferLimit = settings.jobs
        guard resolver.problems.isEmpty else { throw UsageError(problems: resolver.problems) }
        return settings
    }
}

struct RunSettings {
    var configuration: AttacheConfiguration
    /// The limit of concurrent payloads, at least 1.
    var jobs: Int
    var diagnostics: Diagnostics
    var color: ColorChoice
    var environment: [String: String]
}

extension ConfigurationFile {
    static let names = pipelineNames + ["log-format", "color"]

    static func read(_ path: String?) throws(UsageError) -> [String: [Setting]] {
        try read(path, names: names)
    }
}
