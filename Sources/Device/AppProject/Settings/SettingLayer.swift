import PolicyFiles

/// A value with its place.
struct Placed<Value: Sendable>: Sendable {
    let value: Value
    let place: FindingPlace
}

/// A place in a file; a line of 0 is the whole file.
struct FindingPlace: Hashable {
    /// As the user would write it.
    let file: String
    var line = 0
    var column = 0

    init(_ file: String, _ mark: FileMark? = nil) {
        self.file = file
        line = mark?.line ?? 0
        column = mark?.column ?? 0
    }
}

/// Build settings of one level: of a target or its project, in the project or in a configuration file.
struct SettingLayer {
    /// The values of one name, and the conditions of one value, that are kept.
    private static let conditionLimit = 64

    /// A value under conditions that hold for devices.
    private struct Conditional {
        /// Those of configurations; all of them must match.
        let configurations: [String]
        let setting: Placed<String>
    }

    private var plain: [String: Placed<String>] = [:]
    private var conditional: [String: [Conditional]] = [:]
    /// The names with too many conditions.
    private var crowded: Set<String> = []
    /// The configuration files that are not in the repository.
    var missing: [String] = []

    /// Sets a setting; `name` may have conditions, such as `SDKROOT[sdk=iphoneos*]`.
    mutating func set(_ name: String, _ value: String, at place: FindingPlace) {
        let setting = Placed(value: value, place: place)
        guard let bracket = name.firstIndex(of: "[") else {
            plain[name] = setting
            return
        }
        var configurations: [String] = []
        for condition in name[bracket...].split(whereSeparator: { "[],".contains($0) }) {
            let parts = condition.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return }
            if parts[0].trimmed == "config" {
                configurations.append(parts[1].trimmed)
            } else if !Self.holds(parts[0], parts[1]) {
                return
            }
        }
        let own = String(name[..<bracket])
        // What holds in all configurations replaces all that came before.
        let others = configurations.isEmpty ? [] : conditional[own] ?? []
        guard max(others.count, configurations.count) < Self.conditionLimit else {
            crowded.insert(own)
            return
        }
        conditional[own] = others + [Conditional(configurations: configurations, setting: setting)]
    }

    /// The setting of a name for devices in a configuration; a condition that holds is stronger, wherever it stands.
    func setting(_ name: String, in configuration: String) -> Placed<String>? {
        guard !crowded.contains(name) else { return nil }
        let held = conditional[name]?.last { value in
            value.configurations.allSatisfy { Self.matches(configuration, $0) }
        }
        return held?.setting ?? plain[name]
    }

    /// Whether a name may have a value that was not read.
    func mayHide(_ name: String) -> Bool {
        crowded.contains(name)
            || missing.contains { path in
                // What these tools generate is known.
                if path.hasSuffix("Generated.xcconfig") { return name.hasPrefix("FLUTTER_") || name.hasPrefix("DART_") }
                if path.contains("Pods") { return name.hasPrefix("PODS_") }
                return true
            }
    }

    /// Whether a condition holds for a device.
    private static func holds(_ key: Substring, _ pattern: Substring) -> Bool {
        switch key.trimmed {
        case "sdk": matches("iphoneos18.0", pattern.trimmed)
        case "arch": matches("arm64", pattern.trimmed)
        case "variant": matches("normal", pattern.trimmed)
        default: false
        }
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        pattern.hasSuffix("*") ? text.hasPrefix(pattern.dropLast()) : text == pattern
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
