package import Attache
import AttacheCore

/// A resolver of options that collects every problem.
package struct SettingsResolver {
    private let lookup: any SettingSource
    package private(set) var problems: [String] = []

    package init(lookup: any SettingSource) {
        self.lookup = lookup
    }

    /// Resolves the configuration; invalid values are reported in `problems`.
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

    /// Sets the store's size limit, which has two option names.
    package mutating func setCacheLimit(of configuration: inout AttacheConfiguration) {
        let limit = size("cache-limit")
        let older = size("store-limit")
        if let limit, let older, limit != older {
            problems.append("cache-limit and store-limit are the same setting, but differ; use one of them.")
        }
        if let limit = limit ?? older { configuration.storeLimit = limit }
    }

    /// Resolves the limit of concurrent payloads, 1 to 10,000; 64 by default.
    package mutating func jobs() -> Int {
        count("jobs", in: 1...10_000) ?? 64
    }

    /// Resolves an option with a fixed set of values; returns `nil` without a valid value.
    package mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        of type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        guard let setting = lookup.value(name) else { return nil }
        if let choice = Choice(rawValue: setting.text) { return choice }
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        report(setting, "is not one of \(names).")
        return nil
    }

    /// Resolves a duration; returns `nil` without a valid value.
    package mutating func duration(_ name: String, atLeast shortest: Duration = .milliseconds(1)) -> Duration? {
        guard let setting = lookup.value(name) else { return nil }
        if let amount = try? TimeAmount(parsing: setting.text), amount.duration >= shortest {
            return amount.duration
        }
        let least = shortest > .zero ? ", at least 1ms" : ""
        report(setting, "is not a time; use 30s or 500ms\(least).")
        return nil
    }

    /// Resolves a number of bytes, at least 1; returns `nil` without a valid value.
    package mutating func size(_ name: String) -> Int? {
        guard let setting = lookup.value(name) else { return nil }
        if let size = try? ByteSize(parsing: setting.text), size.byteCount > 0 { return size.byteCount }
        report(setting, "is not a size; use 10MB (10^6) or 10MiB (2^20).")
        return nil
    }

    /// Resolves a number; returns `nil` without a valid value.
    package mutating func count(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let setting = lookup.value(name) else { return nil }
        if let count = Int(setting.text), range.contains(count) { return count }
        report(setting, "is not a number from \(range.lowerBound) to \(range.upperBound).")
        return nil
    }

    /// Reports an invalid setting; `problem` with its fix is the end of the sentence.
    package mutating func report(_ setting: Setting, _ problem: String) {
        problems.append("\(setting.origin): \"\(setting.text)\" \(problem)")
    }
}

package enum TypeCheckMode: String, CaseIterable, Sendable {
    case inProcess = "in-process"
    /// In a sandboxed helper process.
    case isolated
}
