import Attache
import AttacheCommandLine
import AttacheServer
import Glibc
import Logging

/// The resolved settings of the service.
struct ServiceSettings {
    let configuration: ServiceConfiguration
    let log: LogSettings
    /// Every setting, for `config show`.
    let shown: [ResolvedSetting]

    /// Resolves all settings; throws an error that lists every problem.
    init(_ lookup: some SettingSource, environment: [String: String]) throws(UsageError) {
        let state = lookup.value("state") ?? StateDirectory.find(environment)
        var resolver = SettingsResolver(lookup: lookup)
        var defaults = Self.defaults
        defaults.storeDirectory = state.map { "\($0.text)/media" }
        configuration = resolver.service(defaults: defaults, state: state?.text, lookup)
        log = resolver.log()
        var problems = resolver.problems
        if state == nil {
            problems.append("state: there is no home directory for the state; set --state.")
        }
        guard problems.isEmpty else { throw UsageError(problems: problems) }
        let store = configuration.attache.storeDirectory
        shown = SettingDefinition.all.map { key in
            switch key.name {
            case "state": Self.show(key, [state].compactMap(\.self), nil)
            case "store": Self.show(key, [lookup.value(key.name)].compactMap(\.self), store)
            // `store-limit` is the old name of this setting.
            case "cache-limit":
                Self.show(
                    key,
                    [lookup.value(key.name) ?? lookup.value("store-limit")].compactMap(\.self),
                    key.defaultValue
                )
            case _ where key.isRepeated: Self.show(key, lookup.values(key.name), key.defaultValue)
            default: Self.show(key, [lookup.value(key.name)].compactMap(\.self), key.defaultValue)
            }
        }
    }

    /// The defaults of a service: untrusted bytes are inspected in a separate process, and media are cached across
    /// restarts. Each file is on disk before the response that names it is sent.
    static var defaults: AttacheConfiguration {
        var configuration = AttacheConfiguration()
        configuration.typeCheck = .isolated(program: "/proc/self/exe")
        configuration.cache = .disk
        return configuration
    }

    private static func show(_ key: SettingDefinition, _ settings: [Setting], _ defaultValue: String?)
        -> ResolvedSetting
    {
        let texts = settings.isEmpty ? [defaultValue].compactMap(\.self) : settings.map(\.text)
        return ResolvedSetting(
            name: key.name,
            texts: key.isSecret ? texts.map(Self.hidden) : texts,
            isRepeated: key.isRepeated,
            origin: settings.first?.origin ?? "default"
        )
    }

    /// A URL without user name and password.
    private static func hidden(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let scheme = text.firstRange(of: "://").map { String(text[..<$0.upperBound]) } ?? ""
        return "\(scheme)***\(text[at...])"
    }
}

/// The settings of the log.
struct LogSettings: Sendable, Equatable {
    var level = Logger.Level.info
    var format = LogFormat.json
}

/// The default state directory.
enum StateDirectory {
    /// The directory that the package creates for the user of the service.
    static let packaged = "/var/lib/attached"

    /// Returns the default directory with its origin, or `nil` for a user without a home.
    static func find(
        _ environment: [String: String],
        isUsable: (String) -> Bool = { unsafe access($0, R_OK | W_OK | X_OK) == 0 }
    ) -> Setting? {
        // systemd separates several directories with colons; the first is the service's own.
        if let first = environment["STATE_DIRECTORY"]?.split(separator: ":").first, first.hasPrefix("/") {
            return Setting(text: String(first), origin: "STATE_DIRECTORY")
        }
        if isUsable(packaged) { return Setting(text: packaged, origin: "default") }
        // https://specifications.freedesktop.org/basedir-spec/latest/: a relative path must be ignored.
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") {
            return Setting(text: "\(base)/attached", origin: "XDG_STATE_HOME")
        }
        if let home = environment["HOME"], home.hasPrefix("/") {
            return Setting(text: "\(home)/.local/state/attached", origin: "HOME")
        }
        return nil
    }
}
