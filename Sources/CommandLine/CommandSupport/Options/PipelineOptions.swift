import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem

/// The options of every command that runs the pipeline.
struct PipelineOptions: ParsableArguments {
    @OptionGroup(title: "Policy") var policy: SettingOptions<PolicySettings>
    @OptionGroup(title: "Device") var device: SettingOptions<DeviceSettings>
    @OptionGroup(title: "Egress") var egress: SettingOptions<EgressSettings>
    @OptionGroup(title: "Transfer") var transfer: SettingOptions<TransferSettings>
    @OptionGroup(title: "Re-hosting") var rehosting: SettingOptions<RehostSettings>
    @OptionGroup(title: "Re-hosting") var mediaStore: SettingOptions<MediaStoreSettings>
    @OptionGroup(title: "Output") var output: OutputOptions

    /// Resolves the options after environment, file and defaults.
    func resolve(
        environment: [String: String],
        defaults: AttacheConfiguration = AttacheConfiguration()
    ) throws(ConfigurationError) -> RunSettings {
        var settings = try RunSettings(
            [policy, device, egress, transfer, rehosting, mediaStore],
            output,
            environment: environment,
            defaults: defaults
        )
        settings.fitDescriptors(.current, reports: transfer.contains(TransferSettings.jobs.definition))
        return settings
    }
}

/// The resolved options: configuration and output.
struct RunSettings: SettingTarget {
    var configuration = AttacheConfiguration()
    var diagnostics = Diagnostics()
    var color = ColorChoice.auto
    var environment: [String: String] = [:]
    /// The lint codes that are switched off, as `CODE=REASON`.
    var lintIgnored: [String] = []
    /// The file of the notification centre; `nil` for the user's own.
    var centerFile: String?

    /// The settings that a layer gives a value: command line, environment or file.
    private var given = SettingLookup(environment: [:])

    /// The limit of concurrent payloads, at least 1; a payload in progress must not wait for another payload's transfer.
    var jobs: Int { configuration.transferLimit }

    /// Whether standard error takes sentences beyond errors.
    var showsHints: Bool { diagnostics.format == .text && diagnostics.verbosity >= 0 }

    /// All settings of `attache`.
    static let all =
        PipelineSettings.all.map { $0.at(\.configuration) } + OutputSettings.settings + LintSettings.settings
        + CenterFileSettings.settings

    init() {}

    /// Resolves the given options and those of environment and file; `defaults` are the values of options that are not
    /// set.
    init(
        _ groups: [any SettingFlags],
        _ output: OutputOptions,
        environment: [String: String],
        defaults: AttacheConfiguration = AttacheConfiguration(),
        settings: [Setting<RunSettings>] = Self.all
    ) throws(ConfigurationError) {
        configuration = defaults
        diagnostics.verbosity = output.verbosity
        self.environment = environment
        let file = try output.file.read(Self.all.map(\.definition), environment: environment)
        let lookup = SettingLookup(groups + [output.settings], environment: environment, file: file.values)
        given = lookup
        var resolver = SettingsResolver(lookup, problems: file.problems)
        resolver.resolve(settings, into: &self)
        let locate: @Sendable (String) -> String = { lookup.located($0, settings.map(\.definition)) }
        diagnostics.locate = locate
        guard resolver.problems.isEmpty else {
            // One run reports every mistake, also those that a command finds later.
            throw ConfigurationError(problems: resolver.problems + configuration.problems.map(locate))
        }
        for warning in EnvironmentCheck.warnings(environment, settings: Self.all.map(\.definition)) {
            diagnostics.warning(warning)
        }
    }

    /// Whether the command line, the environment or the configuration file sets an option.
    func sets(_ definition: SettingDefinition) -> Bool { !given.values(definition).isEmpty }

    /// Throws when no media could be stored.
    func checkStore() throws(ConfigurationError) {
        if let problem = configuration.storeProblem { throw ConfigurationError(problems: [problem]) }
    }

    /// Lowers the limit of concurrent payloads to what the process's descriptors permit, with a warning if requested.
    mutating func fitDescriptors(_ budget: DescriptorBudget, reports: Bool) {
        guard jobs > budget.transfers else { return }
        configuration.transferLimit = budget.transfers
        guard reports else { return }
        diagnostics.warning("\(budget.limit) file descriptors are enough for --jobs \(jobs), which is used instead.")
    }
}
