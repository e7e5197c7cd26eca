import Attache
import AttacheCommandLine
import AttacheDatabase
import AttacheServer
import AttacheSystem
import Glibc
import Logging

/// The settings of the service; by default untrusted bytes are inspected in a separate process, and media are cached
/// across restarts.
struct ServiceSettings: SettingTarget {
    var configuration = ServiceConfiguration()
    var logLevel = Logger.Level.info
    /// `nil` for text on a terminal, and JSON elsewhere.
    var logFormat: LogFormat?
    /// The state directory.
    var state: String?
    /// The certificate chain for TLS.
    var certificate: String?
    /// The private key of the certificate.
    var key: String?
    /// Every setting, for `config show`.
    private(set) var shown: [ResolvedSetting] = []
    /// Adds the origin of a setting's value to a problem that begins with its name.
    private var locate: @Sendable (String) -> String = { $0 }

    /// All settings in order of display.
    static let all =
        ListenSettings.settings + (LimitSettings.settings + RetentionSettings.settings).map { $0.at(\.configuration) }
        + PipelineSettings.all.map { $0.at(\.configuration.attache) } + LogSettings.settings

    init() {
        configuration.attache = .bulk
    }

    /// Resolves all settings; throws an error that lists every problem, after those of the file.
    init(_ lookup: SettingLookup, environment: [String: String], problems: [String] = []) throws(ConfigurationError) {
        self.init()
        let usual = self
        let stateDefinition = ListenSettings.state.definition
        var lookup = lookup
        let directory = lookup.values(stateDefinition).last ?? StateDirectory.find(environment)
        if let directory {
            lookup.setDefault(directory, of: stateDefinition)
            let media = SettingValue(text: "\(directory.text)/media", origin: "default")
            lookup.setDefault(media, of: TransferSettings.store.definition)
        }
        var resolver = SettingsResolver(lookup, problems: problems)
        resolver.resolve(Self.all, into: &self)
        if state == nil { resolver.report("state: there is no home directory for the state; set --state.") }
        setCertificate(lookup, &resolver)
        checkDrain(lookup, &resolver)
        let budget = DescriptorBudget.current
        if budget.limit < DescriptorBudget.serviceMinimum {
            resolver.report(
                "The limit of open files is \(budget.limit); attached needs at least \(DescriptorBudget.serviceMinimum): "
                    + "raise it with ulimit -n, or LimitNOFILE= in the unit."
            )
        }
        let found = lookup
        locate = { found.located($0, Self.all.map(\.definition)) }
        guard resolver.problems.isEmpty else {
            // One run reports every mistake, also those that the check finds later.
            throw ConfigurationError(problems: resolver.problems + configuration.attache.problems.map(locate))
        }
        configuration.stateDirectory = state
        if configuration.idempotencyLimits.lifetime != .zero {
            configuration.idempotencyFile = state.map { "\($0)/idempotency.sqlite" }
        }
        fitDescriptors(budget)
        shown = Self.all.map {
            ResolvedSetting($0.definition, lookup.values($0.definition), defaultTexts: $0.read(usual))
        }
    }

    private mutating func setCertificate(_ lookup: SettingLookup, _ resolver: inout SettingsResolver) {
        let (certificates, keys) = (ListenSettings.certificate.definition, ListenSettings.key.definition)
        switch (lookup.values(certificates).last, lookup.values(keys).last) {
        case (let certificate?, let key?):
            configuration.tls = ServiceConfiguration.TLSFiles(
                certificateChain: certificate.text,
                privateKey: key.text
            )
        case (let certificate?, nil):
            resolver.report(certificate, "is a certificate without its key; set --\(keys.name) too.", of: certificates)
        case (nil, let key?):
            resolver.report(key, "is a key without its certificate; set --\(certificates.name) too.", of: keys)
        case (nil, nil): break
        }
    }

    /// Refuses a delay that leaves no time for requests in progress; the default is cut to what there is.
    private func checkDrain(_ lookup: SettingLookup, _ resolver: inout SettingsResolver) {
        guard let delay = lookup.values(LimitSettings.drainDelay.definition).last, configuration.drainDelay > .zero,
            configuration.drainDelay >= configuration.drainTimeout
        else { return }
        let limit = configuration.drainTimeout.settingText
        resolver.report("drain-delay: invalid time \"\(delay.text)\"; use one shorter than drain, which is \(limit).")
    }

    /// Lowers the limits to what the process's descriptors permit; each connection needs one, and each transfer too.
    private mutating func fitDescriptors(_ budget: DescriptorBudget) {
        configuration.jobs = min(configuration.jobs, budget.transfers)
        let used = DescriptorBudget.base + budget.openDirectories + budget.keptConnections + 2 * configuration.jobs
        // Connections that only wait for their client to close them do not count; they are half as many.
        configuration.connectionLimit = max(1, min(configuration.connectionLimit, (budget.limit - used) * 2 / 3))
    }

    /// Checks what the options alone do not show: files, directories and addresses. Returns one warning for each thing
    /// that only is unwise; throws every problem that would prevent the start.
    func check() throws(ConfigurationError) -> [String] {
        var problems: [String] = []
        var warnings: [String] = []
        do throws(ConfigurationError) {
            warnings = try URLChecker(configuration.attache).warnings
        } catch {
            problems += error.problems
        }
        problems += configuration.problems()
        guard problems.isEmpty else { throw ConfigurationError(problems: problems.map(locate)) }
        return warnings
    }

    /// Returns one sentence for each `ATTACHE_…` variable that is not a setting.
    static func unknownVariables(in environment: [String: String]) -> [String] {
        EnvironmentCheck.warnings(environment, settings: all.map(\.definition))
    }
}

/// The default state directory.
enum StateDirectory {
    /// The directory that the package creates for the user of the service.
    static let packaged = "/var/lib/attached"

    /// Returns the default directory with its origin, or `nil` for a user without a home.
    static func find(
        _ environment: [String: String],
        isUsable: (String) -> Bool = { unsafe access($0, R_OK | W_OK | X_OK) == 0 }
    ) -> SettingValue? {
        // systemd separates several directories with colons; the first is the service's own.
        if let first = environment["STATE_DIRECTORY"]?.split(separator: ":").first, first.hasPrefix("/") {
            return SettingValue(text: String(first), origin: "STATE_DIRECTORY")
        }
        if isUsable(packaged) { return SettingValue(text: packaged, origin: "default") }
        // https://specifications.freedesktop.org/basedir-spec/latest/: a relative path must be ignored.
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") {
            return SettingValue(text: "\(base)/attached", origin: "XDG_STATE_HOME")
        }
        if let home = environment["HOME"], home.hasPrefix("/") {
            return SettingValue(text: "\(home)/.local/state/attached", origin: "HOME")
        }
        return nil
    }
}
