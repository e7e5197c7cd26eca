import PolicyFiles

/// The build settings of a target in one configuration, as for a device: the levels from the target down to the project.
struct BuildSettings {
    /// What is known of a setting or a key.
    enum Known<Value> {
        case value(Value, FindingPlace)
        /// It is certainly not set.
        case absent
        /// It depends on something that is not in the repository.
        case unknown

        /// The value, where it is known.
        var value: Value? { if case .value(let value, _) = self { value } else { nil } }

        var place: FindingPlace? { if case .value(_, let place) = self { place } else { nil } }
    }

    private static let depthLimit = 32
    /// The texts, of up to 1 KiB each, that are expanded for one question: a few settings that name each other several times
    /// make any number of them, and nothing need be as long as its parts.
    private static let stepLimit = 4096
    /// The length in bytes above which a value is not expanded further.
    private static let lengthLimit = 1 << 16

    let configuration: String
    /// The strongest first.
    private let layers: [SettingLayer]
    /// What Xcode sets itself.
    private let builtIn: [String: String]

    init(_ target: ProjectTarget, configuration name: String) {
        let project = target.project
        configuration = name
        let own = target.configuration(name)
        let outer = project.configurations(of: project.configurationList).named(name)
        layers = [own, outer].compactMap(\.self).flatMap { project.layers(of: $0) }
        builtIn = [
            "TARGET_NAME": target.name, "TARGETNAME": target.name, "CONFIGURATION": name,
            "SRCROOT": ".", "PROJECT_DIR": ".", "SOURCE_ROOT": ".", "PLATFORM_NAME": "iphoneos",
            "PRODUCT_NAME": "$(TARGET_NAME)", "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
            "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
        ]
    }

    /// The levels of one configuration: its own settings, and those of its file.
    static func layers(of object: ProjectObject, in project: XcodeProject) -> [SettingLayer] {
        var layer = SettingLayer()
        let file = project.files.shown(project.file)
        // Conditions come after the plain names, which makes no difference to them.
        for member in object.value["buildSettings"]?.members ?? [] {
            let value = member.value.text ?? (member.value.list ?? []).compactMap(\.text).joined(separator: " ")
            layer.set(member.key, value, at: FindingPlace(file, member.mark))
        }
        if let id = object.text("baseConfigurationReference") {
            let path = project.paths[id]
            let title = project.object(id)?.text("path") ?? id
            return [layer, project.configurationFile(path, named: title)]
        }
        // A file in a folder that Xcode keeps in step.
        if let anchor = object.text("baseConfigurationReferenceAnchor"),
            let relative = object.text("baseConfigurationReferenceRelativePath")
        {
            let path = project.paths[anchor].flatMap { project.files.join($0, relative) }
            return [layer, project.configurationFile(path, named: relative)]
        }
        return [layer]
    }

    /// A setting with all variables replaced.
    func known(_ name: String) -> Known<String> {
        var steps = Self.stepLimit
        return resolve(name, from: 0, depth: 0, &steps)
    }

    /// A text with all variables replaced; `nil` where one is not known.
    func expand(_ text: String) -> String? {
        var steps = Self.stepLimit
        return expand(text, inherited: nil, depth: 0, &steps)
    }

    /// Whether a setting is on; `nil` where that is not known.
    func isOn(_ name: String) -> Bool? {
        switch known(name) {
        case .value(let value, _): value == "YES"
        case .absent: false
        case .unknown: nil
        }
    }

    private func resolve(_ name: String, from first: Int, depth: Int, _ steps: inout Int) -> Known<String> {
        guard depth < Self.depthLimit else { return .unknown }
        for index in layers.indices.dropFirst(first) {
            if let found = layers[index].setting(name, in: configuration) {
                let text = expand(found.value, inherited: (name, index + 1), depth: depth + 1, &steps)
                return text.map { .value($0, found.place) } ?? .unknown
            }
            if layers[index].mayHide(name) { return .unknown }
        }
        guard let text = builtIn[name] else { return .absent }
        return expand(text, inherited: nil, depth: depth + 1, &steps).map { .value($0, FindingPlace("")) } ?? .unknown
    }

    private func expand(
        _ text: String,
        inherited: (name: String, layer: Int)?,
        depth: Int,
        _ steps: inout Int
    ) -> String? {
        steps -= 1 + text.utf8.count / 1024
        guard steps > 0, depth < Self.depthLimit, text.utf8.count <= Self.lengthLimit else { return nil }
        guard text.contains("$") else { return text }
        var result = ""
        var rest = Substring(text)
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            let open = rest.index(after: dollar)
            guard open < rest.endIndex, let close = Self.closing[rest[open]] else {
                // A name without brackets, or a sign of money.
                let name = rest[open...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                guard let text = name.isEmpty ? "$" : value(String(name), inherited, depth + 1, &steps) else {
                    return nil
                }
                result += text
                rest = rest[name.endIndex...]
                continue
            }
            guard let end = Self.end(of: rest[rest.index(after: open)...], rest[open], close),
                let name = expand(
                    String(rest[rest.index(after: open)..<end]),
                    inherited: inherited,
                    depth: depth + 1,
                    &steps
                ), let value = value(name, inherited, depth + 1, &steps), result.utf8.count <= Self.lengthLimit
            else { return nil }
            result += value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static let closing: [Character: Character] = ["(": ")", "{": "}", "[": "]"]

    private static func end(of text: Substring, _ open: Character, _ close: Character) -> Substring.Index? {
        var depth = 0
        for index in text.indices {
            if text[index] == open { depth += 1 }
            if text[index] == close {
                if depth == 0 { return index }
                depth -= 1
            }
        }
        return nil
    }

    /// The value of what is between the brackets: a name, with modifiers after it.
    private func value(
        _ expression: String,
        _ inherited: (name: String, layer: Int)?,
        _ depth: Int,
        _ steps: inout Int
    ) -> String? {
        var parts = expression.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let name = parts.removeFirst()
        var value: String?
        if name == "inherited" {
            guard let inherited else { return nil }
            switch resolve(inherited.name, from: inherited.layer, depth: depth, &steps) {
            case .value(let text, _): value = text
            case .absent: value = ""
            case .unknown: return nil
            }
        } else {
            switch resolve(name, from: 0, depth: depth, &steps) {
            case .value(let text, _): value = text
            // An environment or a command line may set it.
            case .absent where parts.contains { $0.hasPrefix("default=") }: value = ""
            case .absent, .unknown: return nil
            }
        }
        for modifier in parts {
            guard let text = value else { return nil }
            value = SettingModifier.apply(modifier, to: text)
        }
        return value
    }
}
