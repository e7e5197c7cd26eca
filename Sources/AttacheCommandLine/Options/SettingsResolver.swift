package import Attache
import AttacheCore

/// Resolves options as typed into what they mean, and collects every problem on the way.
package struct SettingsResolver {
    private let lookup: any SettingSource
    /// What is wrong, one sentence each.
    package private(set) var problems: [String] = []

    /// Creates the resolver.
    ///
    /// - Parameter lookup: Finds what was said.
    package init(lookup: any SettingSource) {
        self.lookup = lookup
    }

    /// The configuration that the options describe.
    ///
    /// - Parameter defaults: What holds where nobody says anything.
    /// - Returns: The configuration; what cannot be used is told in `problems`.
    package mutating func configuration(
        defaults: AttacheConfiguration = AttacheConfiguration()
    ) -> AttacheConfiguration {
        var configuration = defaults
        if let setting = lookup.value("policy") { configuration.policy = setting.text }
        if let setting = lookup.value("policies") {
            configuration.policyDirectories = [setting.text]
        }
        configuration.infoPlist = lookup.value("info-plist")?.text
        if let setting = lookup.value("network") { configuration.network = setting.text }
        if let link = choice("link", of: AttacheConfiguration.LinkMode.self) {
            configuration.link = link
        }
        configuration.deadline = duration("deadline")
        configuration.allowedAddresses = lookup.values("allow-address").map(\.text)
        configuration.allowedPorts = lookup.values("allow-port").map(\.text)
        configuration.allowedHosts = lookup.values("allow-host").map(\.text)
        configuration.deniedHosts = lookup.values("deny-host").map(\.text)
        configuration.proxy = lookup.value("proxy")?.text
        configuration.certificateAuthorityFile = lookup.value("cacert")?.text
        configuration.dnsServers = lookup.values("dns-server").map(\.text)
        if let setting = lookup.value("store") { configuration.storeDirectory = setting.text }
        setCacheLimit(of: &configuration)
        if let cache = choice("cache", of: AttacheConfiguration.Cache.self) {
            configuration.cache = cache
        }
        if let time = duration("failure-lifetime", atLeast: .zero) {
            configuration.permanentFailureLifetime = time
        }
        if let time = duration("transient-failure-lifetime", atLeast: .zero) {
            configuration.transientFailureLifetime = time
        }
        switch choice("type-check", of: TypeCheckMode.self) {
        case .inProcess: configuration.typeCheck = .inProcess
        case .isolated: configuration.typeCheck = .isolated(program: "/proc/self/exe")
        case nil: break
        }
        if let time = duration("host-cooling", atLeast: .zero) {
            configuration.hostCooling = time
        }
        if let limit = count("per-host", in: 1...1000) {
            configuration.connectionsPerHost = limit
        }
        return configuration
    }

    /// How large the store may grow: one setting under two names.
    ///
    /// - Parameter configuration: Gets the limit where one was said.
    package mutating func setCacheLimit(of configuration: inout AttacheConfiguration) {
        let limit = size("cache-limit")
        let older = size("store-limit")
        if let limit, let older, limit != older {
            problems.append("cache-limit and store-limit are the same setting, and differ; give one of them.")
        }
        if let limit = limit ?? older { configuration.storeLimit = limit }
    }

    /// How many payloads are worked on at once.
    ///
    /// - Returns: 1 to 10,000; 64 where nobody says anything.
    package mutating func jobs() -> Int {
        count("jobs", in: 1...10_000) ?? 64
    }

    /// One of several words.
    ///
    /// - Parameters:
    ///   - name: The option's name without dashes.
    ///   - type: The words.
    /// - Returns: The choice, or `nil` when nobody said anything that can be used.
    package mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        of type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        guard let setting = lookup.value(name) else { return nil }
        if let choice = Choice(rawValue: setting.text) { return choice }
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        report(setting, "is none of \(names).")
        return nil
    }

    /// A time.
    ///
    /// - Parameters:
    ///   - name: The option's name without dashes.
    ///   - shortest: The shortest time that can be used.
    /// - Returns: The time, or `nil` when nobody said anything that can be used.
    package mutating func duration(_ name: String, atLeast shortest: Duration = .milliseconds(1)) -> Duration? {
        guard let setting = lookup.value(name) else { return nil }
        if let amount = try? TimeAmount(parsing: setting.text), amount.duration >= shortest {
            return amount.duration
        }
        let least = shortest > .zero ? ", at least 1ms" : ""
        report(setting, "is no time; write 30s or 500ms\(least).")
        return nil
    }

    /// A number of bytes.
    ///
    /// - Parameter name: The option's name without dashes.
    /// - Returns: At least 1, or `nil` when nobody said anything that can be used.
    package mutating func size(_ name: String) -> Int? {
        guard let setting = lookup.value(name) else { return nil }
        if let size = try? ByteSize(parsing: setting.text), size.byteCount > 0 { return size.byteCount }
        report(setting, "is no size; write 10MB (10^6) or 10MiB (2^20).")
        return nil
    }

    /// A number.
    ///
    /// - Parameters:
    ///   - name: The option's name without dashes.
    ///   - range: The numbers that can be used.
    /// - Returns: The number, or `nil` when nobody said anything that can be used.
    package mutating func count(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let setting = lookup.value(name) else { return nil }
        if let count = Int(setting.text), range.contains(count) { return count }
        report(setting, "is no number from \(range.lowerBound) to \(range.upperBound).")
        return nil
    }

    /// Tells of a setting that cannot be used.
    ///
    /// - Parameters:
    ///   - setting: What was said.
    ///   - problem: What is wrong with it and what to write, as the end of a sentence.
    package mutating func report(_ setting: Setting, _ problem: String) {
        problems.append("\(setting.origin): \"\(setting.text)\" \(problem)")
    }
}

/// A value of `--type-check`.
package enum TypeCheckMode: String, CaseIterable, Sendable {
    /// In the process itself.
    case inProcess = "in-process"
    /// In a helper that is locked in.
    case isolated
}
