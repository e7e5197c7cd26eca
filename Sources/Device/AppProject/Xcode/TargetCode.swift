import ExtensionSources

/// What the rules ask of a target's code: each answer is found once, however many apps and configurations share the target.
final class TargetCode {
    /// Names by which code attaches media itself.
    static let attaching: Set = ["UNNotificationAttachment"]

    private unowned let target: ProjectTarget
    private let files: [SourceFile]
    /// Whether all of the sources were found and read.
    let isFound: Bool
    /// Whether there are any besides.
    var isComplete: Bool { isFound && !files.isEmpty }

    init(_ target: ProjectTarget) {
        self.target = target
        let sources = target.sources
        files = sources.scanned
        isFound = sources.isListed && files.count == sources.paths.count
    }

    private(set) lazy var service = ServiceCode(files)

    private var swift: [SourceFile] { files.filter { $0.path.hasSuffix(".swift") } }

    /// Files in Objective-C; their tokens are those of a scanner for Swift, whose comments and strings have the same form.
    private var objectiveC: [SourceFile] { files.filter { !$0.path.hasSuffix(".swift") } }

    /// The first class that is a service extension.
    private(set) lazy var principalClass = PrincipalClass.all(in: swift).first

    /// The names of classes and of other names for types in Swift.
    private(set) lazy var classes = names(in: swift) { ["class", "typealias"].contains($0) }

    /// The classes in Objective-C.
    private(set) lazy var implementations = names(in: objectiveC) { $0 == "@implementation" }

    /// The names of Swift's classes for Objective-C, in `@objc(Name)`.
    private(set) lazy var runtimeNames: Set<String> = Set(
        swift.flatMap { file in
            file.tokens.indices.dropLast(2).compactMap { index in
                file.tokens[index].text == "@objc" && file.tokens[index + 1].text == "("
                    ? file.tokens[index + 2].text : nil
            }
        }
    )

    /// The texts in `UNNotificationCategory(identifier: "…"`.
    private(set) lazy var categories: Set<String> = Set(
        swift.flatMap { file in
            let tokens = file.tokens
            return tokens.indices.dropLast(4).compactMap { index -> String? in
                guard tokens[index].text == "UNNotificationCategory", tokens[index + 1].text == "(",
                    tokens[index + 2].text == "identifier", tokens[index + 4].kind == .string,
                    !tokens[index + 4].text.contains("\\")
                else { return nil }
                return tokens[index + 4].text
            }
        }
    )

    /// The first of the categories in alphabetical order, by its form in lower case.
    private(set) lazy var categoriesByLowerCase = Dictionary(categories.sorted().map { ($0.lowercased(), $0) }) {
        first,
        _ in first
    }

    /// The vendors whose library the code imports, by their names.
    private(set) lazy var vendors: Set<String> = {
        let imported = service.importedNames
        return Set(VendorLibrary.all.filter { !$0.service.isDisjoint(with: imported) }.map(\.name))
    }()

    /// Whether it certainly attaches no media: neither by itself nor by any library that it sees.
    private(set) lazy var attachesNothing =
        isComplete && !service.mentions(Self.attaching) && !service.importsLibraries && !hasBridgingHeader

    /// Whether Swift code may see libraries without an import.
    private var hasBridgingHeader: Bool {
        target.configurations.contains { configuration in
            let header = target.settings(configuration).known("SWIFT_OBJC_BRIDGING_HEADER")
            if case .absent = header { return false }
            return header.value != ""
        }
    }

    /// The words after those that `holds` is true for.
    private func names(in files: [SourceFile], after holds: (String) -> Bool) -> Set<String> {
        Set(
            files.flatMap { file in zip(file.tokens, file.tokens.dropFirst()).filter { holds($0.0.text) }.map(\.1.text)
            }
        )
    }
}
