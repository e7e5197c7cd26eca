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

    private var fields: FieldReader

    /// The problems in the order of the file.
    var problems: [CategoryProblem] { fields.problems.map { CategoryProblem($0) } }

    init(file: String) {
        fields = FieldReader(file: file)
    }

    /// Returns the settings; `nil` when the extension point is another one.
    mutating func settings(of root: Field) -> ContentExtensionPlist? {
        reportMisplaced(in: root)
        let dictionary = root["NSExtension"]
        guard dictionary.value.members != nil else {
            report(.plistPointIdentifier, at: dictionary, "the dictionary is missing", fix: "add NSExtension")
            return nil
        }
        reportMisplaced(in: dictionary)
        guard isContentExtension(dictionary) else { return nil }
        checkPrincipal(dictionary)
        let attributes = dictionary["NSExtensionAttributes"]
        reportUnknownKeys(of: attributes)
        return ContentExtensionPlist(
            categories: categories(attributes[Key.category.rawValue]),
            initialContentSizeRatio: ratio(attributes[Key.ratio.rawValue]),
            hidesDefaultContent: boolean(attributes[Key.hidden.rawValue]),
            overridesDefaultTitle: boolean(attributes[Key.title.rawValue]),
            isInteractive: boolean(attributes[Key.interaction.rawValue])
        )
    }

    private mutating func isContentExtension(_ dictionary: Field) -> Bool {
        let point = dictionary["NSExtensionPointIdentifier"]
        switch point.value.text {
        case "com.apple.usernotifications.content-extension": return true
        case "com.apple.usernotifications.service":
            let attributes = dictionary["NSExtensionAttributes"]
            for name in Key.allCases where attributes.value[name.rawValue] != nil {
                let fix = "move it to the Info.plist of the content extension"
                let message = "a service extension does not read the key"
                report(.plistServiceExtension, at: attributes[name.rawValue], message, fix: fix)
            }
        case let name:
            let message = name.map { "\"\($0)\" is not the extension point" } ?? "the extension point is missing"
            let fix = "write com.apple.usernotifications.content-extension"
            report(.plistPointIdentifier, at: point, message, fix: fix)
        }
        return false
    }

    private mutating func checkPrincipal(_ dictionary: Field) {
        let hasClass = dictionary.value["NSExtensionPrincipalClass"] != nil
        guard hasClass == (dictionary.value["NSExtensionMainStoryboard"] != nil) else { return }
        let message = hasClass ? "it has both a class and a storyboard" : "it has neither a class nor a storyboard"
        let fix = "keep one of NSExtensionPrincipalClass and NSExtensionMainStoryboard"
        report(.plistPrincipal, hasClass ? .warning : .block, at: dictionary, message, fix: fix)
    }

    private mutating func categories(_ field: Field) -> [String] {
        guard !field.isNull else {
            let fix = "name the categories, as a string or an array; without it the view is never shown"
            report(.plistMissingCategory, at: field, "the key is missing", fix: fix)
            return []
        }
        let elements = field.elements ?? [field]
        if elements.isEmpty {
            report(.plistMissingCategory, at: field, "the array is empty", fix: "name at least one category")
        }
        var names: [String] = []
        var seen: Set<String> = []
        for element in elements {
            guard let name = element.value.text else {
                let message = "expected a string, found \(element.value.kindName)"
                report(.plistWrongType, at: element, message, fix: "write the category's identifier")
                continue
            }
            if name == "myNotificationCategory" {
                let message = "\(name) is the category of Xcode's template"
                report(.plistTemplateCategory, .warning, at: element, message, fix: "name the app's category")
            }
            if seen.insert(name).inserted {
                names.append(name)
            } else {
                let message = "\(name) is in the array twice"
                report(.plistRepeatedCategory, .warning, at: element, message, fix: "keep one of them")
            }
        }
        return names
    }

    private mutating func ratio(_ field: Field) -> Double {
        guard !field.isNull else {
            let fix = "add the height of the view divided by its width, such as 0.5"
            report(.plistMissingRatio, at: field, "the key is missing", fix: fix)
            return 1
        }
        guard case .number(let text) = field.value.content, let ratio = Double(text), ratio.isFinite else {
            let message = "expected a number, found \(field.value.kindName)"
            report(.plistWrongType, at: field, message, fix: "write <real>0.5</real>")
            let read = field.value.text.flatMap(Double.init) ?? 1
            return read.isFinite && read >= 0 ? read : 1
        }
        if ratio < 0 {
            report(.plistRatio, at: field, "the ratio is below 0", fix: "write height divided by width")
        } else if ratio == 0 {
            let fix = "write height divided by width; Hive's guide asks for 0, which shows no view"
            report(.plistRatio, .warning, at: field, "the view has no height until it sets its size", fix: fix)
        }
        return max(0, ratio)
    }

    private mutating func boolean(_ field: Field) -> Bool {
        guard !field.isNull else { return false }
        if let boolean = field.value.boolean { return boolean }
        let message = "expected a Boolean, found \(field.value.kindName)"
        report(.plistWrongType, at: field, message, fix: "write <true/> or <false/>")
        // As NSString's boolValue, which the system's readers of such keys use.
        return ["yes", "true", "1"].contains(field.value.text?.lowercased())
    }

    private mutating func reportUnknownKeys(of attributes: Field) {
        let known = Key.allCases.map(\.rawValue)
        for member in attributes.value.members ?? [] where member.key.hasPrefix("UNNot") && !known.contains(member.key)
        {
            report(
                .plistUnknownKey,
                .warning,
                at: Field(member, in: attributes),
                "iOS does not know the key",
                fix: NearestName.find(member.key, among: known).map { "did you mean \($0)?" } ?? "remove it"
            )
        }
    }

    private mutating func reportMisplaced(in dictionary: Field) {
        for key in Key.allCases where dictionary.value[key.rawValue] != nil {
            let fix = "move it to NSExtension, NSExtensionAttributes"
            report(.plistMisplacedKey, at: dictionary[key.rawValue], "iOS does not read the key here", fix: fix)
        }
    }

    private mutating func report(
        _ code: CategoryCode,
        _ severity: Severity = .block,
        at field: Field,
        _ message: String,
        fix: @autoclosure () -> String
    ) {
        fields.report(field, at: .key, message, fix: fix(), as: .coded(code.rawValue), severity: severity)
    }
}
