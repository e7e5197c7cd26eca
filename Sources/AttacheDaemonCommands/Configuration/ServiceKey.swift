import AttacheOptions

/// A setting of the service: how it is named, and what holds where nobody says anything.
struct SettingDefinition: Sendable {
    /// The option's name without dashes; also its key in the file.
    let name: String
    /// What holds where nobody says anything, as it would be written; `nil` for nothing, or what depends on the machine.
    let defaultValue: String?
    /// Whether it takes several values.
    var isRepeated = false
    /// Whether a part of it is not to be shown.
    var isSecret = false

    init(_ name: String, _ defaultValue: String? = nil, isRepeated: Bool = false, isSecret: Bool = false) {
        self.name = name
        self.defaultValue = defaultValue
        self.isRepeated = isRepeated
        self.isSecret = isSecret
    }

    /// Every key, in the order in which they are shown.
    static let all = service + limits + memory + pipeline + log

    /// Every name that may stand in the file.
    static var names: [String] { all.map(\.name) + ["store-limit"] }

    /// Variables that look like settings and are none, such as misspelt ones.
    ///
    /// - Parameter environment: The process's environment.
    /// - Returns: Their names in alphabetical order.
    static func unknownVariables(in environment: [String: String]) -> [String] {
        // What the other program reads is no mistake.
        let known = Set((names + ["config", "color"]).map { SettingLookup.variable($0) })
        return environment.keys.filter { $0.hasPrefix("ATTACHE_") && !known.contains($0) }.sorted()
    }
}
