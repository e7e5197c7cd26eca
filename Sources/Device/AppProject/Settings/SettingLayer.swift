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
    /// The settings for devices in one configuration.
    private(set) var settings: [String: Placed<String>] = [:]
    /// The configuration files that are not in the repository.
    var missing: [String] = []
    private var conditional: Set<String> = []

    /// Sets a setting; `name` may have conditions, such as `SDKROOT[sdk=iphoneos*]`.
    mutating func set(_ name: String, _ value: String, at place: FindingPlace, configuration: String) {
        guard let bracket = name.firstIndex(of: "[") else {
            // A condition that holds is stronger, wherever it stands.
            if !conditional.contains(name) { settings[name] = Placed(value: value, place: place) }
            return
        }
        let conditions = name[bracket...].split { "[],".contains($0) }
        for condition in conditions {
            let parts = condition.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, Self.holds(parts[0], parts[1], configuration) else { return }
        }
        let plain = String(name[..<bracket])
        conditional.insert(plain)
        settings[plain] = Placed(value: value, place: place)
    }

    /// Whether a file that is not in the repository may set a name.
    func mayHide(_ name: String) -> Bool {
        missing.contains { path in
            // What these tools generate is known.
            if path.hasSuffix("Generated.xcconfig") { return name.hasPrefix("FLUTTER_") || name.hasPrefix("DART_") }
            if path.contains("Pods") { return name.hasPrefix("PODS_") }
            return true
        }
    }

    /// Whether a condition holds for a device.
    private static func holds(_ key: Substring, _ pattern: Substring, _ configuration: String) -> Bool {
        switch key.trimmed {
        case "sdk": matches("iphoneos18.0", pattern)
        case "arch": matches("arm64", pattern)
        case "config": matches(configuration, pattern)
        case "variant": matches("normal", pattern)
        default: false
        }
    }

    private static func matches(_ text: String, _ pattern: Substring) -> Bool {
        let pattern = pattern.trimmed
        return pattern.hasSuffix("*") ? text.hasPrefix(pattern.dropLast()) : text == pattern
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
