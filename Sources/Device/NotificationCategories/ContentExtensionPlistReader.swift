import AttacheCore
import PolicyFiles

/// Reads the Info.plist of a content extension and collects what iOS ignores or refuses.
struct ContentExtensionPlistReader {
    private enum Key: String, CaseIterable {
        case category = "UNNotificationExtensionCategory"
        case ratio = "UNNotificationExtensionInitialContentSizeRatio"
        case hidden = "UNNotificationExtensionDefaultContentHidden"
        case title = "UNNotificationExtensionOverridesDefaultTitle"
        case interaction = "UNNotificationExtensionUserInteractionEnabled"
    }

    private static let attributes = "/NSExtension/NSExtensionAttributes"

    let file: String
    private var list = ProblemList()

    /// The problems in the order of the checks.
    var problems: [CategoryProblem] { list.finished(in: file) }

    init(file: String) {
        self.file = file
    }

    /// Returns the settings; `nil` when the extension point is another one.
    mutating func settings(of root: MarkedValue) -> ContentExtensionPlist? {
        for name in Key.allCases where root[name.rawValue] != nil { reportMisplaced(name, at: "") }
        guard let dictionary = root["NSExtension"], dictionary.members != nil else {
            report(.plistPointIdentifier, at: "/NSExtension", "the dictionary is missing", fix: "add NSExtension")
            return nil
        }
        for name in Key.allCases where dictionary[name.rawValue] != nil { reportMisplaced(name, at: "/NSExtension") }
        guard isContentExtension(dictionary) else { return nil }
        checkPrincipal(dictionary)
        let attributes = dictionary["NSExtensionAttributes"] ?? MarkedValue(.mapping([]), at: nil)
        reportUnknownKeys(of: attributes)
        return ContentExtensionPlist(
            categories: categories(attributes[Key.category.rawValue]),
            initialContentSizeRatio: ratio(attributes[Key.ratio.rawValue]),
            hidesDefaultContent: boolean(.hidden, in: attributes),
            overridesDefaultTitle: boolean(.title, in: attributes),
            isInteractive: boolean(.interaction, in: attributes)
        )
    }

    private mutating func isContentExtension(_ dictionary: MarkedValue) -> Bool {
        let place = "/NSExtension/NSExtensionPointIdentifier"
        switch dictionary["NSExtensionPointIdentifier"]?.text {
        case "com.apple.usernotifications.content-extension": return true
        case "com.apple.usernotifications.service":
            for name in Key.allCases where dictionary["NSExtensionAttributes"]?[name.rawValue] != nil {
                let fix = "move it to the Info.plist of the content extension"
                let message = "a service extension does not read the key"
                report(.plistServiceExtension, at: "\(Self.attributes)/\(name.rawValue)", message, fix: fix)
            }
        case let name:
            let message = name.map { "\"\($0)\" is not the extension point" } ?? "the extension point is missing"
            let fix = "write com.apple.usernotifications.content-extension"
            report(.plistPointIdentifier, at: place, message, fix: fix)
        }
        return false
    }

    private mutating func checkPrincipal(_ dictionary: MarkedValue) {
        let hasClass = dictionary["NSExtensionPrincipalClass"] != nil
        guard hasClass == (dictionary["NSExtensionMainStoryboard"] != nil) else { return }
        let message = hasClass ? "it has both a class and a storyboard" : "it has neither a class nor a storyboard"
        let fix = "keep one of NSExtensionPrincipalClass and NSExtensionMainStoryboard"
        report(.plistPrincipal, hasClass ? .warning : .block, at: "/NSExtension", message, fix: fix)
    }

    private mutating func categories(_ value: MarkedValue?) -> [String] {
        let place = "\(Self.attributes)/\(Key.category.rawValue)"
        guard let value else {
            let fix = "name the categories, as a string or an array; without it the view is never shown"
            report(.plistMissingCategory, at: place, "the key is missing", fix: fix)
            return []
        }
        let elements = value.list ?? [value]
        if elements.isEmpty {
            report(.plistMissingCategory, at: place, "the array is empty", fix: "name at least one category")
        }
        var names: [String] = []
        var seen: Set<String> = []
        for (index, element) in elements.enumerated() {
            let place = value.list == nil ? place : "\(place)/\(index)"
            guard let name = element.text else {
                let message = "expected a string, found \(element.kindName)"
                report(.plistWrongType, at: place, message, fix: "write the category's identifier")
                continue
            }
            if name == "myNotificationCategory" {
                let message = "\(name) is the category of Xcode's template"
                report(.plistTemplateCategory, .warning, at: place, message, fix: "name the app's category")
            }
            if seen.insert(name).inserted {
                names.append(name)
            } else {
                let message = "\(name) is in the array twice"
                report(.plistRepeatedCategory, .warning, at: place, message, fix: "keep one of them")
            }
        }
        return names
    }

    private mutating func ratio(_ value: MarkedValue?) -> Double {
        let place = "\(Self.attributes)/\(Key.ratio.rawValue)"
        guard let value else {
            let fix = "add the height of the view divided by its width, such as 0.5"
            report(.plistMissingRatio, at: place, "the key is missing", fix: fix)
            return 1
        }
        guard case .number(let text) = value.content, let ratio = Double(text), ratio.isFinite else {
            let message = "expected a number, found \(value.kindName)"
            report(.plistWrongType, at: place, message, fix: "write <real>0.5</real>")
            let read = value.text.flatMap(Double.init) ?? 1
            return read.isFinite && read >= 0 ? read : 1
        }
        if ratio < 0 {
            report(.plistRatio, at: place, "the ratio is below 0", fix: "write height divided by width")
        } else if ratio == 0 {
            let fix = "write height divided by width; Hive's guide asks for 0, which has no view of its own"
            report(.plistRatio, .warning, at: place, "the view has no height until it sets its size", fix: fix)
        }
        return max(0, ratio)
    }

    private mutating func boolean(_ key: Key, in attributes: MarkedValue) -> Bool {
        guard let value = attributes[key.rawValue] else { return false }
        if let boolean = value.boolean { return boolean }
        let message = "expected a Boolean, found \(value.kindName)"
        report(.plistWrongType, at: "\(Self.attributes)/\(key.rawValue)", message, fix: "write <true/> or <false/>")
        // As NSString's boolValue, which the system's readers of such keys use.
        return ["yes", "true", "1"].contains(value.text?.lowercased())
    }

    private mutating func reportUnknownKeys(of attributes: MarkedValue) {
        let known = Key.allCases.map(\.rawValue)
        for member in attributes.members ?? [] where member.key.hasPrefix("UNNot") && !known.contains(member.key) {
            let place = "\(Self.attributes)/\(member.key)"
            report(
                .plistUnknownKey,
                .warning,
                at: place,
                "iOS does not know the key",
                fix: NearestName.find(member.key, among: known).map { "did you mean \($0)?" } ?? "remove it"
            )
        }
    }

    private mutating func reportMisplaced(_ key: Key, at parent: String) {
        let fix = "move it to NSExtension, NSExtensionAttributes"
        report(.plistMisplacedKey, at: "\(parent)/\(key.rawValue)", "iOS does not read the key here", fix: fix)
    }

    private mutating func report(
        _ code: CategoryCode,
        _ severity: Severity = .block,
        at pointer: String,
        _ message: String,
        fix: @autoclosure () -> String
    ) {
        let file = file
        list.append(severity, CategoryProblem(code, severity, in: file, pointer: pointer, message, fix: fix()))
    }
}
