import AttacheCore

/// A check for `ATTACHE_…` variables that are not settings, such as misspelt ones.
package enum EnvironmentCheck {
    /// Variables that something else sets or reads: the package's own build, the commands and processes of extensions, and
    /// Kubernetes for a service named attache.
    private static func isForeign(_ variable: String) -> Bool {
        [
            "ATTACHE_STRICT", "ATTACHE_COMMIT", "ATTACHE_PORT", "ATTACHE_PACKAGE", "ATTACHE_APP_GROUPS",
            "ATTACHE_EXTENSIONS_ONLY",
        ].contains(variable)
            || variable.hasPrefix("ATTACHE_SERVICE_")
            || variable.hasPrefix("ATTACHE_PORT_")
    }

    /// Returns one sentence for each variable that neither program reads, with the nearest name, in alphabetical order.
    package static func warnings(_ environment: [String: String], settings: [SettingDefinition]) -> [String] {
        // One environment may serve both programs.
        let names = settings.flatMap(\.names) + [ConfigurationFile.name] + ProgramKeys.all
        let known = names.map(SettingDefinition.variable)
        return environment.keys.filter { $0.hasPrefix("ATTACHE_") && !known.contains($0) && !isForeign($0) }.sorted()
            .map { "\($0) is not a setting and is ignored\(question($0, known))." }
    }

    /// The nearest variable; the common prefix must not make two names alike.
    private static func question(_ variable: String, _ known: [String]) -> String {
        let prefix = SettingDefinition.variable("")
        let name = NearestName.find(
            String(variable.dropFirst(prefix.count)),
            among: known.map { String($0.dropFirst(prefix.count)) }
        )
        return name.map { " (did you mean \(prefix)\($0)?)" } ?? ""
    }
}
