package import ArgumentParser
package import Attache
package import AttacheCommandLine
import AttacheCore
package import AttacheSystem

/// The options of every command that runs the pipeline.
package struct PipelineOptions: ParsableArguments {
    @OptionGroup(title: "Policy") package var policy: SettingOptions<PolicySettings>
    @OptionGroup(title: "Device") package var device: SettingOptions<DeviceSettings>
    @OptionGroup(title: "Egress") package var egress: SettingOptions<EgressSettings>
    @OptionGroup(title: "Transfer") package var transfer: SettingOptions<TransferSettings>
    @OptionGroup(title: "Re-hosting") package var rehosting: SettingOptions<RehostSettings>
    @OptionGroup(title: "Re-hosting") package var mediaStore: SettingOptions<MediaStoreSettings>
    @OptionGroup(title: "Output") package var output: OutputOptions

    package init() {}

    /// Resolves the options after environment, file and defaults.
    package func resolve(
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
package struct RunSettings: SettingTarget {
    package var configuration = AttacheConfiguration()
    package var diagnostics = Diagnostics()
    package var color = ColorChoice.auto
    package var environment: [String: String] = [:]
    /// The lint codes that are switched off, as `CODE=REASON`.
    package var lintIgnored: [String] = []
    /// The file of the notification centre; `nil` for the user's own.
    package var centerFile: String?

    /// The settings that a layer gives a value: command line, environment or file.
    private var given = SettingLookup(environment: [:])

    /// The limit of concurrent payloads, at least 1; a payload in progress must not wait for another payload's transfer.
    package var jobs: Int { configuration.transferLimit }

    /// Whether standard error takes sentences beyond errors.
    package var showsHints: Bool { diagnostics.format == .text && diagnostics.verbosity >= 0 }

    /// All settings of `attache`.
    package static let all =
        PipelineSettings.all.map { $0.at(\.configuration) } + OutputSettings.settings + LintSettings.settings
        + CenterFileSettings.settings

    package init() {}

    /// Resolves the given options and those of environment and file; `defaults` are the values of options that are not
    /// set.
    package init(
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
    package func sets(_ definition: SettingDefinition) -> Bool { !given.values(definition).isEmpty }

    /// Throws when no media could be stored.
    package func checkStore() throws(ConfigurationError) {
        if let problem = configuration.storeProblem { throw ConfigurationError(problems: [problem]) }
    }

    /// Lowers the limit of concurrent payloads to what the process's descriptors permit, with a warning if requested.
    package mutating func fitDescriptors(_ budget: DescriptorBudget, reports: Bool) {
        guard jobs > budget.transfers else { return }
        configuration.transferLimit = budget.transfers
        guard reports else { return }
        diagnostics.warning("\(budget.limit) file descriptors are enough for --jobs \(jobs), which is used instead.")
    }
}

/// What lint leaves out.
package enum LintSettings: SettingGroup {
    package static let settings: [Setting<RunSettings>] = [
        Setting(list: "lint-ignore", \.lintIgnored, "code=reason") {
            "Turn off a lint code, with your reason, such as lint.query=our CDN signs URLs. Repeatable."
        }
    ]
}

/// The file of the notification centre.
package enum CenterFileSettings: SettingGroup {
    package static let settings: [Setting<RunSettings>] = [
        Setting(
            "center",
            \.centerFile,
            .text,
            "file",
            completion: .file,
            defaultText: "$XDG_STATE_HOME/attache/center.sqlite, or ~/.local/state/attache/center.sqlite"
        ) {
            "The file of the notification centre; its attachments are in FILE.attachments."
        }
    ]
}
