import Attache
import AttacheCommandLine
import AttacheServer
import Glibc
import Logging

/// What the options of the service mean, after environment, file and defaults.
struct ServiceSettings {
    /// How the service works.
    let configuration: ServiceConfiguration
    /// How it tells of its life.
    let log: LogSettings
    /// Every setting, as it is shown.
    let shown: [ResolvedSetting]

    /// Resolves what was said.
    ///
    /// - Parameters:
    ///   - lookup: Finds what was said.
    ///   - environment: The process's environment, which says where state belongs.
    /// - Throws: `ConfigurationError` with every problem.
    init(_ lookup: some SettingSource, environment: [String: String]) throws(ConfigurationError) {
        let state = lookup.value("state") ?? StateDirectory.find(environment)
        var resolver = SettingsResolver(lookup: lookup)
        var defaults = Self.defaults
        defaults.storeDirectory = state.map { "\($0.text)/media" }
        configuration = resolver.service(defaults: defaults, state: state?.text, lookup)
        log = resolver.log()
        var problems = resolver.problems
        if state == nil {
            problems.append("state: there is no home directory to keep state in; name one with --state.")
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        let store = configuration.attache.storeDirectory
        shown = SettingDefinition.all.map { key in
            switch key.name {
            case "state": Self.show(key, [state].compactMap(\.self), nil)
            case "store": Self.show(key, [lookup.value(key.name)].compactMap(\.self), store)
            // One setting under two names, of which the older is told under the newer.
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

    /// What a service does unless it is told otherwise: strangers' bytes are looked at elsewhere, and media are remembered
    /// from start to start. Each file is on the disk before the answer that names it goes out.
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

    /// A URL without its user's name and password.
    private static func hidden(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let scheme = text.firstRange(of: "://").map { String(text[..<$0.upperBound]) } ?? ""
        return "\(scheme)***\(text[at...])"
    }
}

/// How the service tells of its life.
struct LogSettings: Sendable, Equatable {
    /// The least important level that is told.
    var level = Logger.Level.info
    /// How lines are written.
    var format = LogFormat.json
}

/// Where the service keeps what outlives it, when nobody says.
enum StateDirectory {
    /// The directory that the package makes for the service's user.
    static let packaged = "/var/lib/attached"

    /// Finds the directory.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - isUsable: Whether a directory is there and may be written to.
    /// - Returns: The directory and who said it, or `nil` for a user without a home.
    static func find(
        _ environment: [String: String],
        isUsable: (String) -> Bool = { unsafe access($0, R_OK | W_OK | X_OK) == 0 }
    ) -> Setting? {
        // systemd names several with colons between; the first is the service's own.
        if let first = environment["STATE_DIRECTORY"]?.split(separator: ":").first, first.hasPrefix("/") {
            return Setting(text: String(first), origin: "STATE_DIRECTORY")
        }
        if isUsable(packaged) { return Setting(text: packaged, origin: "default") }
        // https://specifications.freedesktop.org/basedir-spec/latest/: a relative path is to be ignored.
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") {
            return Setting(text: "\(base)/attached", origin: "XDG_STATE_HOME")
        }
        if let home = environment["HOME"], home.hasPrefix("/") {
            return Setting(text: "\(home)/.local/state/attached", origin: "HOME")
        }
        return nil
    }
}
