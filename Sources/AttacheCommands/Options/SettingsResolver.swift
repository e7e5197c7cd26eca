import Attache
import AttacheCore

/// Resolves options as typed into what they mean, and collects every problem on the way.
struct SettingsResolver {
    private let lookup: SettingLookup
    private(set) var problems: [String] = []

    init(lookup: SettingLookup) {
        self.lookup = lookup
    }

    /// The configuration that the options describe; `transfer` is `nil` for commands that load nothing.
    mutating func configuration(
        policy: PolicyOptions,
        device: DeviceOptions,
        egress: EgressOptions,
        transfer: TransferOptions?,
        defaults: AttacheConfiguration = AttacheConfiguration()
    ) -> AttacheConfiguration {
        var configuration = defaults
        if let setting = lookup.value("policy", flag: policy.policy) { configuration.policy = setting.text }
        if let setting = lookup.value("policies", flag: policy.policies) {
            configuration.policyDirectories = [setting.text]
        }
        configuration.infoPlist = lookup.value("info-plist", flag: policy.infoPlist)?.text
        if let setting = lookup.value("network", flag: device.network) { configuration.network = setting.text }
        if let link = choice("link", flag: device.link, of: AttacheConfiguration.LinkMode.self) {
            configuration.link = link
        }
        configuration.deadline = duration("deadline", flag: device.deadline)
        configuration.allowedAddresses = lookup.values("allow-address", flags: egress.allowAddress).map(\.text)
        configuration.allowedPorts = lookup.values("allow-port", flags: egress.allowPort).map(\.text)
        configuration.allowedHosts = lookup.values("allow-host", flags: egress.allowHost).map(\.text)
        configuration.deniedHosts = lookup.values("deny-host", flags: egress.denyHost).map(\.text)
        configuration.proxy = lookup.value("proxy", flag: egress.proxy)?.text
        configuration.certificateAuthorityFile = lookup.value("cacert", flag: transfer?.cacert)?.text
        configuration.dnsServers = lookup.values("dns-server", flags: transfer?.dnsServer ?? []).map(\.text)
        configuration.storeDirectory = lookup.value("store", flag: transfer?.store)?.text
        setCacheLimit(of: &configuration, cacheLimit: transfer?.cacheLimit, storeLimit: transfer?.storeLimit)
        if let cache = choice("cache", flag: transfer?.cache, of: AttacheConfiguration.Cache.self) {
            configuration.cache = cache
        }
        if let time = duration("failure-lifetime", flag: transfer?.failureLifetime, atLeast: .zero) {
            configuration.permanentFailureLifetime = time
        }
        let transient = transfer?.transientFailureLifetime
        if let time = duration("transient-failure-lifetime", flag: transient, atLeast: .zero) {
            configuration.transientFailureLifetime = time
        }
        switch choice("type-check", flag: transfer?.typeCheck, of: TypeCheckPlace.self) {
        case .inProcess: configuration.typeCheck = .inProcess
        case .isolated: configuration.typeCheck = .isolated(program: "/proc/self/exe")
        case nil: break
        }
        if let time = duration("host-cooling", flag: transfer?.hostCooling, atLeast: .zero) {
            configuration.hostCooling = time
        }
        if let limit = count("per-host", flag: transfer?.perHost, in: 1...1000) {
            configuration.connectionsPerHost = limit
        }
        return configuration
    }

    /// How large the store may grow: one setting under two names.
    mutating func setCacheLimit(
        of configuration: inout AttacheConfiguration,
        cacheLimit: String?,
        storeLimit: String?
    ) {
        let limit = size("cache-limit", flag: cacheLimit)
        let older = size("store-limit", flag: storeLimit)
        if let limit, let older, limit != older {
            problems.append("cache-limit and store-limit are the same setting, and differ; give one of them.")
        }
        if let limit = limit ?? older { configuration.storeLimit = limit }
    }

    /// How many payloads are worked on at once.
    mutating func jobs(flag: String?) -> Int {
        count("jobs", flag: flag, in: 1...10_000) ?? 64
    }

    /// How to talk.
    mutating func diagnostics(_ options: TalkOptions) -> Diagnostics {
        Diagnostics(
            format: choice("log-format", flag: options.logFormat, of: Diagnostics.Format.self) ?? .text,
            verbosity: options.verbosity
        )
    }

    /// When to colour.
    mutating func color(_ options: TalkOptions) -> ColorChoice {
        choice("color", flag: options.color, of: ColorChoice.self) ?? .auto
    }

    private mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        flag: String?,
        of type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        guard let setting = lookup.value(name, flag: flag) else { return nil }
        if let choice = Choice(rawValue: setting.text) { return choice }
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append("\(setting.origin): \"\(setting.text)\" is none of \(names).")
        return nil
    }

    private mutating func duration(
        _ name: String,
        flag: String?,
        atLeast shortest: Duration = .milliseconds(1)
    ) -> Duration? {
        guard let setting = lookup.value(name, flag: flag) else { return nil }
        if let amount = try? TimeAmount(parsing: setting.text), amount.duration >= shortest {
            return amount.duration
        }
        let least = shortest > .zero ? ", at least 1ms" : ""
        problems.append("\(setting.origin): \"\(setting.text)\" is no time; write 30s or 500ms\(least).")
        return nil
    }

    private mutating func size(_ name: String, flag: String?) -> Int? {
        guard let setting = lookup.value(name, flag: flag) else { return nil }
        if let size = try? ByteSize(parsing: setting.text), size.byteCount > 0 { return size.byteCount }
        problems.append("\(setting.origin): \"\(setting.text)\" is no size; write 10MB (10^6) or 10MiB (2^20).")
        return nil
    }

    private mutating func count(_ name: String, flag: String?, in range: ClosedRange<Int>) -> Int? {
        guard let setting = lookup.value(name, flag: flag) else { return nil }
        if let count = Int(setting.text), range.contains(count) { return count }
        problems.append(
            "\(setting.origin): \"\(setting.text)\" is no number from \(range.lowerBound) to \(range.upperBound)."
        )
        return nil
    }
}
