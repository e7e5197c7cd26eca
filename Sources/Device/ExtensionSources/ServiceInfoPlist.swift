import PolicyFiles

/// The Info.plist of a service extension, and its faults.
package struct ServiceInfoPlist: Sendable {
    /// The codes of findings in property lists.
    package static let codes = [
        "plist.unreadable", "plist.no-extension", "plist.point", "plist.class", "plist.class-unknown",
        "plist.storyboard", "plist.misplaced", "plist.content-key", "plist.unknown-key", "plist.template",
        "plist.type", "plist.ats",
    ]

    private static let point = "com.apple.usernotifications.service"
    /// The keys of content extensions, in the dictionary `NSExtensionAttributes`.
    private static let contentKeys: Set = [
        "UNNotificationExtensionCategory", "UNNotificationExtensionInitialContentSizeRatio",
        "UNNotificationExtensionDefaultContentHidden", "UNNotificationExtensionUserInteractionEnabled",
        "UNNotificationExtensionOverridesDefaultTitle",
    ]
    private static let extensionKeys = [
        "NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionAttributes",
        "NSExtensionMainStoryboard",
    ]

    package let path: String
    /// The class that the list names, without its module; `nil` where it names none.
    package private(set) var className: String?
    /// Whether it is the list of a service extension.
    package private(set) var isService = false
    package private(set) var findings: [SourceFinding] = []

    /// Reads a property list and checks it; a file that is none is a finding.
    package init(_ path: String, classes: [String]) {
        self.path = path
        let root: PropertyListValue
        do throws(PolicyFileError) {
            root = try PropertyListValue.read(path)
        } catch {
            let problem = error.problems.first
            add(
                "plist.unreadable",
                .error,
                "\(problem?.message ?? "it is unreadable")",
                problem?.fix ?? "check the file",
                line: problem?.line ?? 0,
                column: problem?.column ?? 0
            )
            return
        }
        check(root, classes)
    }

    private mutating func check(_ root: PropertyListValue, _ classes: [String]) {
        guard case .dictionary(let members) = root else {
            return add("plist.no-extension", .error, "The root is no dictionary", "use a property list of an extension")
        }
        for key in Self.extensionKeys where members[key] != nil {
            add(
                "plist.misplaced",
                .error,
                "\(key) is outside of NSExtension",
                "move it into the dictionary NSExtension"
            )
        }
        checkATS(members["NSAppTransportSecurity"])
        checkNames(in: members)
        guard let info = members["NSExtension"], case .dictionary(let values) = info else {
            return add(
                "plist.no-extension",
                .error,
                "There is no dictionary NSExtension",
                "add it, with NSExtensionPointIdentifier and NSExtensionPrincipalClass"
            )
        }
        let identifier = values["NSExtensionPointIdentifier"]
        isService = identifier?.text == Self.point
        if identifier?.text == "com.apple.usernotifications.content-extension" {
            add(
                "plist.point",
                .note,
                "It is the list of a content extension",
                "name the folder of the service extension"
            )
            return
        }
        if !isService {
            add("plist.point", .error, "NSExtensionPointIdentifier is not \(Self.point)", "set it to \(Self.point)")
        }
        checkClass(values, classes)
        if let attributes = values["NSExtensionAttributes"] {
            if case .dictionary(let inner) = attributes {
                checkNames(in: inner)
            } else {
                add(
                    "plist.type",
                    .error,
                    "NSExtensionAttributes is no dictionary",
                    "make it a dictionary, or remove it"
                )
            }
        }
        checkNames(in: values)
    }

    private mutating func checkClass(_ values: [String: PropertyListValue], _ classes: [String]) {
        if values["NSExtensionMainStoryboard"] != nil {
            add(
                "plist.storyboard",
                .error,
                "NSExtensionMainStoryboard belongs to a content extension",
                "remove it and set NSExtensionPrincipalClass"
            )
        }
        guard let name = values["NSExtensionPrincipalClass"]?.text else {
            return add(
                "plist.class",
                .error,
                "NSExtensionPrincipalClass is missing or no text",
                "set it to $(PRODUCT_MODULE_NAME).NotificationService, with the name of your class"
            )
        }
        let last = name.split(separator: ".").last.map(String.init) ?? name
        className = last
        if !classes.isEmpty, !classes.contains(last) {
            add(
                "plist.class-unknown",
                .error,
                "NSExtensionPrincipalClass names \(last), and the service extension in the sources is \(classes[0])",
                "use the name of the class"
            )
        }
    }

    /// Reports keys of content extensions, misspelt keys and values of Xcode's templates.
    private mutating func checkNames(in members: [String: PropertyListValue]) {
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            if value.text == "myNotificationCategory" {
                add("plist.template", .warning, "\(key) has the value of Xcode's template", "use your own category")
            }
            if Self.contentKeys.contains(key) {
                add("plist.content-key", .warning, "\(key) has an effect in a content extension only", "move it there")
            } else if key.hasPrefix("UNNot") {
                add("plist.unknown-key", .warning, "iOS knows no key \(key)", "check its spelling")
            }
        }
    }

    private mutating func checkATS(_ settings: PropertyListValue?) {
        guard let settings else { return }
        guard case .dictionary(let values) = settings else {
            return add("plist.type", .error, "NSAppTransportSecurity is no dictionary", "make it a dictionary")
        }
        switch values["NSAllowsArbitraryLoads"] {
        case .boolean(true)?:
            add("plist.ats", .note, "App Transport Security is off in this extension", "prefer https for all media")
        case .boolean(false)?, nil: break
        default: add("plist.type", .error, "NSAllowsArbitraryLoads is no Boolean", "use <true/> or <false/>")
        }
    }

    private mutating func add(
        _ code: String,
        _ severity: SourceFinding.Severity,
        _ message: String,
        _ fix: String,
        line: Int = 0,
        column: Int = 0
    ) {
        let fix = fix.prefix(1).uppercased() + fix.dropFirst() + "."
        let message = message.prefix(1).uppercased() + message.dropFirst() + "."
        findings.append(
            SourceFinding(
                code: code,
                severity: severity,
                file: path,
                line: line,
                column: column,
                message: message,
                fix: fix
            )
        )
    }
}
