import AttacheCore
import PolicyFiles

/// The categories of a file, and all problems of the file.
package struct CategoryFile: Sendable {
    /// The rules of a file.
    package enum Format: String, Sendable, CaseIterable {
        /// Any app's categories, with the JSON Schema `attache-categories/1`.
        case app
        /// Hive's `hive_push_actions.json`, with the limits of its SDK.
        case hive

        /// The rules of a file with this path: those of Hive for the name of its file.
        package init(ofFile path: String) {
            self = (path.split(separator: "/").last ?? "").hasPrefix("hive_push_actions") ? .hive : .app
        }
    }

    /// The usable categories; with Hive's format, its presets first.
    package let categories: CategorySet
    package let problems: [CategoryProblem]

    /// Whether the file is usable as it is.
    package var isValid: Bool { !problems.contains { $0.severity == .block } }

    /// Reads a YAML or JSON file of at most 256 KiB.
    package init(reading path: String, as format: Format) {
        self.init(MarkedFile(reading: path), as: format)
    }

    /// Reads a text; `file` is its name in problems.
    package init(_ bytes: [UInt8], file: String, as format: Format) {
        self.init(MarkedFile(bytes, file: file), as: format)
    }

    private init(_ file: MarkedFile, as format: Format) {
        var reader = CategoryReader(file: file.file, format: format)
        for problem in file.problems { reader.report(CategoryProblem(problem)) }
        let own = file.root.map { reader.categories(of: CategoryField($0)) } ?? []
        categories = CategorySet(format == .hive ? HiveCategories.presets + own : own)
        problems = reader.finished
    }
}

/// A value with its JSON Pointer.
struct CategoryField {
    let value: MarkedValue
    let pointer: String
    /// The position of the key, or of the value itself.
    let mark: FileMark?

    init(_ root: MarkedValue) {
        value = root
        pointer = ""
        mark = root.mark
    }

    init(_ member: MarkedValue.Member, in parent: CategoryField) {
        value = member.value
        mark = member.mark ?? member.value.mark
        let escaped = member.key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
        pointer = "\(parent.pointer)/\(escaped)"
    }

    init(_ element: MarkedValue, index: Int, in parent: CategoryField) {
        value = element
        mark = element.mark
        pointer = "\(parent.pointer)/\(index)"
    }
}

/// Reads the tree of a category file and collects its problems; an unreadable part is skipped.
struct CategoryReader {
    let file: String
    let format: CategoryFile.Format
    private var problems = ProblemList()

    init(file: String, format: CategoryFile.Format) {
        self.file = file
        self.format = format
    }

    /// The problems in the order of the file.
    var finished: [CategoryProblem] { problems.finished(in: file) }

    mutating func report(_ problem: CategoryProblem) { problems.append(problem.severity, problem) }

    mutating func report(
        _ code: CategoryCode,
        at field: CategoryField,
        _ message: @autoclosure () -> String,
        fix: @autoclosure () -> String
    ) {
        let file = file
        problems.append(
            .block,
            CategoryProblem(code, in: file, at: field.mark, pointer: field.pointer, message(), fix: fix())
        )
    }

    mutating func reportKind(_ field: CategoryField, needed: String, fix: String) {
        report(.wrongType, at: field, "expected \(needed), found \(field.value.kindName)", fix: fix)
    }

    /// Returns the fields of a mapping by key and reports unknown keys; `nil` when it is not a mapping.
    mutating func fields(of field: CategoryField, known: [String]) -> [String: CategoryField]? {
        guard let members = entries(of: field) else { return nil }
        var fields: [String: CategoryField] = [:]
        for (key, member) in members {
            if known.contains(key) {
                fields[key] = member
            } else {
                report(.unknownKey, at: member, "unknown key", fix: Self.advice(for: key, among: known))
            }
        }
        return fields
    }

    /// Returns the keys and fields of a mapping in the order of the file; `nil` when it is not a mapping.
    mutating func entries(of field: CategoryField) -> [(key: String, field: CategoryField)]? {
        guard let members = field.value.members else {
            reportKind(field, needed: "a mapping", fix: "write an object of keys and values")
            return nil
        }
        return members.map { ($0.key, CategoryField($0, in: field)) }
    }

    mutating func elements(of field: CategoryField, fix: String) -> [CategoryField]? {
        guard let list = field.value.list else {
            reportKind(field, needed: "a list", fix: fix)
            return nil
        }
        return list.enumerated().map { CategoryField($1, index: $0, in: field) }
    }

    /// Reads a text that is not blank.
    mutating func text(_ field: CategoryField) -> String? {
        guard let text = field.value.text else {
            reportKind(field, needed: "a text", fix: "write a text, in quotes")
            return nil
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            report(.emptyText, at: field, "the text is empty", fix: "write what the user sees")
            return nil
        }
        return text
    }

    static func advice(for word: String, among known: [String]) -> String {
        if known.count <= 200, let name = NearestName.find(word, among: known) { return "did you mean \(name)?" }
        guard known.count <= 20 else { return "define it, or use one of the \(known.count) that the file defines" }
        return known.isEmpty ? "define it" : "known here: \(known.joined(separator: ", "))"
    }
}
