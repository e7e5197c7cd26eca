import AttacheCore
package import PolicyFiles

/// The settings of a notification content extension: the part of its Info.plist that routes and lays out notifications.
package struct ContentExtensionPlist: Sendable, Hashable {
    /// The categories that the extension shows; they are case-sensitive.
    package var categories: [String]
    /// The height of the view before it is measured, as a part of its width.
    package var initialContentSizeRatio: Double
    /// Whether the standard text below the view is hidden.
    package var hidesDefaultContent: Bool
    /// Whether the title is that of the view controller.
    package var overridesDefaultTitle: Bool
    /// Whether controls in the view react; otherwise a tap on the view opens the app.
    package var isInteractive: Bool

    package init(
        categories: [String],
        initialContentSizeRatio: Double = 1,
        hidesDefaultContent: Bool = false,
        overridesDefaultTitle: Bool = false,
        isInteractive: Bool = false
    ) {
        self.categories = categories
        self.initialContentSizeRatio = initialContentSizeRatio
        self.hidesDefaultContent = hidesDefaultContent
        self.overridesDefaultTitle = overridesDefaultTitle
        self.isInteractive = isInteractive
    }

    /// Whether the system shows a notification of the category with this extension.
    package func shows(_ category: String) -> Bool { !category.isEmpty && categories.contains(category) }
}

/// An Info.plist of a content extension with its problems.
package struct ContentExtensionPlistFile: Sendable {
    /// The settings; `nil` when the file is not that of a content extension.
    package let settings: ContentExtensionPlist?
    package let problems: [CategoryProblem]

    /// Reads an XML or binary property list of at most 1 MiB.
    package init(reading path: String) {
        self.init(MarkedFile(readingPropertyList: path))
    }

    /// Reads the content of a property list; `file` is its name in problems.
    package init(_ bytes: [UInt8], file: String) {
        self.init(MarkedFile(propertyList: bytes, file: file))
    }

    private init(_ file: MarkedFile) {
        if let root = file.root {
            self.init(root, file: file.file)
        } else {
            self.init(settings: nil, problems: file.problems.map { CategoryProblem($0) })
        }
    }

    private init(settings: ContentExtensionPlist?, problems: [CategoryProblem]) {
        self.settings = settings
        self.problems = problems
    }

    /// Checks a property list that is read already; `file` is its name in problems.
    package init(_ root: MarkedValue, file: String) {
        var reader = ContentExtensionPlistReader(file: file)
        settings = reader.settings(of: Field(root))
        problems = reader.problems
    }

    /// Returns a problem for each category that several extensions of an app show: which of them the system takes is
    /// not documented.
    package static func shared(_ files: [(name: String, settings: ContentExtensionPlist)]) -> [CategoryProblem] {
        var owners: [String: String] = [:]
        var problems: [CategoryProblem] = []
        for file in files {
            for category in Set(file.settings.categories).sorted() {
                guard let owner = owners.updateValue(file.name, forKey: category) else { continue }
                let message = "\(owner) shows the category \(category) too"
                let fix = "let one extension show it"
                let fault = FieldFault.coded(CategoryCode.plistSharedCategory.rawValue)
                let problem = PolicyProblem(file: file.name, message: message, fix: fix, fault: fault)
                problems.append(CategoryProblem(problem))
            }
        }
        return problems
    }
}
