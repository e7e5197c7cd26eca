package import PolicyFiles

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
    private static let startKeys = ["NSExtensionPointIdentifier", "NSExtensionPrincipalClass"]
    private static let extensionKeys = startKeys + ["NSExtensionAttributes", "NSExtensionMainStoryboard"]

    package let path: String
    /// The class that the list names, without its module; `nil` where it names none.
    package private(set) var className: String?
    /// Whether it is the list of a service extension.
    package private(set) var isService = false
    package private(set) var findings: [SourceFinding] = []

    private let expand: @Sendable (String) -> String?

    /// Reads a property list and checks it; a file that is none is a finding.
    package init(_ path: String, classes: [String]) {
        self.path = path
        // The settings of the project are not read here.
        expand = { $0.contains("$(") || $0.contains("${") ? nil : $0 }
        let file = MarkedFile(readingPropertyList: path)
        if let root = file.root {
            check(root, classes)
            return
        }
        let problem = file.problems.first
        add(
            "plist.unreadable",
            .error,
            "\(problem?.message ?? "it is unreadable")",
            problem?.fix ?? "check the file",
            line: problem?.line ?? 0,
            column: problem?.column ?? 0
        )
    }

    /// Checks a list of a project, whose variables `expand` replaces; it returns `nil` for those that it does not know.
    package init(
        _ path: String,
        root: MarkedValue,
        classes: [String],
        expand: @escaping @Sendable (String) -> String?
    ) {
        self.path = path
        self.expand = expand
        check(root, classes)
    }

    private mutating func check(_ root: MarkedValue, _ classes: [String]) {
        guard root.members != nil else {
            return add(
                "plist.no-extension",
                .error,
                "The root is not a dictionary",
                "use a property list of an extension"
            )
        }
        for key in Self.extensionKeys {
            guard let member = root.member(key) else { continue }
            let message = "\(key) is outside of NSExtension"
            // iOS starts the extension without the last two.
            let severity: SourceFinding.Severity = Self.startKeys.contains(key) ? .error : .warning
            add("plist.misplaced", severity, message, "move it into the dictionary NSExtension", at: member)
        }
        checkATS(root.member("NSAppTransportSecurity"))
        checkNames(in: root)
        guard let info = root["NSExtension"], info.members != nil else {
            return add(
                "plist.no-extension",
                .error,
                "There is no dictionary NSExtension",
                "add it, with NSExtensionPointIdentifier and NSExtensionPrincipalClass"
            )
        }
        let identifier = info.member("NSExtensionPointIdentifier")
        let text = identifier?.value.text.map(expand)
        isService = text == Self.point
        if text == "com.apple.usernotifications.content-extension" {
            let fix = "name the folder of the service extension"
            return add("plist.point", .note, "It belongs to a content extension", fix, at: identifier)
        }
        // The value of a variable may not be known.
        if !isService, text != .some(nil) {
            let message = "NSExtensionPointIdentifier is not \(Self.point)"
            add("plist.point", .error, message, "set it to \(Self.point)", at: identifier ?? root.member("NSExtension"))
        }
        checkClass(info, classes)
        if text == .some(nil), let className, classes.contains(className) { isService = true }
        if let attributes = info.member("NSExtensionAttributes") {
            if attributes.value.members != nil {
                checkNames(in: attributes.value)
            } else {
                let message = "NSExtensionAttributes is not a dictionary"
                add("plist.type", .error, message, "make it a dictionary, or remove it", at: attributes)
            }
        }
        checkNames(in: info)
    }

    private mutating func checkClass(_ info: MarkedValue, _ classes: [String]) {
        if let storyboard = info.member("NSExtensionMainStoryboard") {
            let message = "NSExtensionMainStoryboard belongs to a content extension"
            add("plist.storyboard", .error, message, "remove it and set NSExtensionPrincipalClass", at: storyboard)
        }
        let member = info.member("NSExtensionPrincipalClass")
        guard let name = member?.value.text else {
            return add(
                "plist.class",
                .error,
                "NSExtensionPrincipalClass is missing or not a text",
                "set it to $(PRODUCT_MODULE_NAME).NotificationService, with the name of your class",
                at: member
            )
        }
        let last = name.split(separator: ".").last.map(String.init) ?? name
        className = last
        if !classes.isEmpty, !classes.contains(last) {
            let message =
                "NSExtensionPrincipalClass names \(last), but the service extension in the sources is \(classes[0])"
            add("plist.class-unknown", .error, message, "use the name of the class", at: member)
        }
    }

    /// Reports keys of content extensions, misspelt keys and values of Xcode's templates.
    private mutating func checkNames(in dictionary: MarkedValue) {
        for member in (dictionary.members ?? []).sorted(by: { $0.key < $1.key }) {
            let key = member.key
            if member.value.text == "myNotificationCategory" {
                let message = "\(key) has the value of Xcode's template"
                add("plist.template", .warning, message, "use your own category", at: member)
            }
            if Self.contentKeys.contains(key) {
                let message = "\(key) has an effect only in a content extension"
                add("plist.content-key", .warning, message, "move it there", at: member)
            } else if key.hasPrefix("UNNot") {
                add("plist.unknown-key", .warning, "iOS does not know the key \(key)", "check its spelling", at: member)
            }
        }
    }

    private mutating func checkATS(_ member: MarkedValue.Member?) {
        guard let member else { return }
        guard member.value.members != nil else {
            let message = "NSAppTransportSecurity is not a dictionary"
            return add("plist.type", .error, message, "make it a dictionary", at: member)
        }
        guard let loads = member.value.member("NSAllowsArbitraryLoads") else { return }
        switch loads.value.boolean {
        case true?:
            let message = "App Transport Security is off in this extension"
            add("plist.ats", .note, message, "prefer https for all media", at: loads)
        case false?: break
        case nil:
            add("plist.type", .error, "NSAllowsArbitraryLoads is not a Boolean", "use <true/> or <false/>", at: loads)
        }
    }

    private mutating func add(
        _ code: String,
        _ severity: SourceFinding.Severity,
        _ message: String,
        _ fix: String,
        at member: MarkedValue.Member?
    ) {
        add(code, severity, message, fix, line: member?.mark?.line ?? 0, column: member?.mark?.column ?? 0)
    }

    private mutating func add(
        _ code: String,
        _ severity: SourceFinding.Severity,
        _ message: String,
        _ fix: String,
        line: Int = 0,
        column: Int = 0
    ) {
        findings.append(
            SourceFinding(
                code: code,
                severity: severity,
                file: path,
                line: line,
                column: column,
                message: message.capitalizedAtStart + ".",
                fix: fix.capitalizedAtStart + "."
            )
        )
    }
}
