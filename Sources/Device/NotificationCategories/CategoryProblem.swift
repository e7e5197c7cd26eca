package import AttacheCore
package import PolicyFiles

/// The codes of problems of category files and of a content extension's Info.plist. They are never reused.
package enum CategoryCode: String, Sendable, CaseIterable {
    case unreadable = "categories.unreadable"
    case duplicateKey = "categories.duplicate-key"
    case wrongType = "categories.wrong-type"
    case unknownKey = "categories.unknown-key"
    case missingKey = "categories.missing-key"
    case unknownSchema = "categories.unknown-schema"
    case emptyIdentifier = "categories.empty-identifier"
    case presetIdentifier = "categories.preset-identifier"
    case unknownAction = "categories.unknown-action"
    case repeatedAction = "categories.repeated-action"
    case tooManyButtons = "categories.too-many-buttons"
    case unknownOption = "categories.unknown-option"
    case invalidLanguage = "categories.invalid-language"
    case tooManyLanguages = "categories.too-many-languages"
    case missingEnglish = "categories.missing-english"
    case emptyText = "categories.empty-text"
    case moreProblems = "categories.more-problems"
    case plistPointIdentifier = "content-plist.point-identifier"
    case plistServiceExtension = "content-plist.service-extension"
    case plistPrincipal = "content-plist.principal"
    case plistMissingCategory = "content-plist.missing-category"
    case plistTemplateCategory = "content-plist.template-category"
    case plistRepeatedCategory = "content-plist.repeated-category"
    case plistSharedCategory = "content-plist.shared-category"
    case plistMissingRatio = "content-plist.missing-ratio"
    case plistRatio = "content-plist.ratio"
    case plistWrongType = "content-plist.wrong-type"
    case plistUnknownKey = "content-plist.unknown-key"
    case plistMisplacedKey = "content-plist.misplaced-key"
}

/// One problem of a category file or an Info.plist, with its code.
package struct CategoryProblem: Sendable, Hashable {
    package let code: CategoryCode
    private let problem: PolicyProblem

    init(_ problem: PolicyProblem) {
        code = CategoryCode(problem.fault)
        self.problem = problem
    }

    /// `block` makes the file unusable; a `warning` does not.
    package var severity: Severity { problem.severity }
    /// The path as given by the user.
    package var file: String { problem.file }
    package var mark: FileMark? { problem.mark }
    /// The line from 1; `nil` for a file without lines.
    package var line: Int? { problem.line }
    /// The column from 1, in characters.
    package var column: Int? { problem.column }
    /// The JSON Pointer (RFC 6901) of the value; empty for the file as a whole.
    package var pointer: String { problem.path.pointer }
    package var message: String { problem.message }
    package var fix: String { problem.fix }
}

extension CategoryCode {
    fileprivate init(_ fault: FieldFault) {
        self =
            switch fault {
            case .unreadable: .unreadable
            case .duplicateKey: .duplicateKey
            case .wrongKind, .value: .wrongType
            case .unknownKey: .unknownKey
            case .missingKey: .missingKey
            case .unknownSchema: .unknownSchema
            case .more: .moreProblems
            case .coded(let code): CategoryCode(rawValue: code) ?? .unreadable
            }
    }
}

extension CategoryProblem: CustomStringConvertible {
    /// One line in the format of compilers.
    package var description: String {
        "\(problem.place): \(severity == .block ? "error" : severity.rawValue): \(words) [\(code.rawValue)]"
    }

    /// The same line without the severity and the code.
    package var sentence: String { "\(problem.place): \(words)" }

    private var words: String { (pointer.isEmpty ? "" : "\(pointer): ") + "\(message) (\(fix))" }
}
