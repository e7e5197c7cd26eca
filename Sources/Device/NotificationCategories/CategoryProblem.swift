package import AttacheCore
import PolicyFiles

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

/// One problem of a file, with its place and its fix.
package struct CategoryProblem: Sendable, Hashable {
    package let code: CategoryCode
    /// `block` makes the file unusable; a `warning` does not.
    package let severity: Severity
    /// The path as given by the user.
    package let file: String
    /// The line from 1; `nil` for a file without lines.
    package let line: Int?
    /// The column from 1, in characters.
    package let column: Int?
    /// The JSON Pointer (RFC 6901) of the value; empty for the file as a whole.
    package let pointer: String
    package let message: String
    package let fix: String

    init(
        _ code: CategoryCode,
        _ severity: Severity = .block,
        in file: String,
        at mark: FileMark? = nil,
        pointer: String = "",
        _ message: String,
        fix: String
    ) {
        self.code = code
        self.severity = severity
        self.file = file
        self.line = mark?.line
        self.column = mark?.column
        self.pointer = pointer
        self.message = message
        self.fix = fix
    }

    init(_ problem: MarkedFile.Problem) {
        self.init(
            problem.isDuplicateKey ? .duplicateKey : .unreadable,
            in: problem.problem.file,
            at: problem.problem.line.map { FileMark(line: $0, column: problem.problem.column ?? 1) },
            problem.problem.message,
            fix: problem.problem.fix
        )
    }
}

extension CategoryProblem: CustomStringConvertible {
    /// One line in the format of compilers.
    package var description: String {
        "\(place): \(severity == .block ? "error" : severity.rawValue): \(words) [\(code.rawValue)]"
    }

    /// The same line without the severity and the code.
    package var sentence: String { "\(place): \(words)" }

    /// The file, with line and column if there are any.
    private var place: String {
        var place = file
        if let line { place += ":\(line)" }
        if let column { place += ":\(column)" }
        return place
    }

    private var words: String { (pointer.isEmpty ? "" : "\(pointer): ") + "\(message) (\(fix))" }
}

/// The problems of a file: the first hundred, and the number of the others.
struct ProblemList {
    private static let limit = 100

    private var problems: [CategoryProblem] = []
    private var hiddenCount = 0
    private var hidesError = false

    /// Adds a problem, which is made only if it is kept: the nearest names of thousands of unknown ones would take minutes.
    mutating func append(_ severity: Severity = .block, _ problem: @autoclosure () -> CategoryProblem) {
        if problems.count < Self.limit { return problems.append(problem()) }
        hiddenCount += 1
        if severity == .block { hidesError = true }
    }

    /// Returns the problems in the order of the file, where they have lines.
    func finished(in file: String) -> [CategoryProblem] {
        let sorted = problems.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
        guard hiddenCount > 0 else { return sorted }
        let message = "there \(hiddenCount == 1 ? "is 1 more problem" : "are \(hiddenCount) more problems")"
        let severity = hidesError ? Severity.block : .warning
        return sorted + [CategoryProblem(.moreProblems, severity, in: file, message, fix: "correct the others first")]
    }
}
