import AttacheCore
import PolicyFiles

/// A value of a script file with its position and the path of its keys.
struct ScriptField {
    let value: MarkedValue
    let path: String
    let mark: FileMark

    init(_ root: MarkedValue) {
        value = root
        path = ""
        mark = root.mark ?? FileMark(line: 1, column: 1)
    }

    init(_ member: MarkedValue.Member, in parent: ScriptField) {
        value = member.value
        path = parent.path.isEmpty ? member.key : "\(parent.path).\(member.key)"
        mark = member.mark ?? member.value.mark ?? parent.mark
    }

    init(_ element: MarkedValue, index: Int, in parent: ScriptField) {
        value = element
        path = "\(parent.path)[\(index)]"
        mark = element.mark ?? parent.mark
    }

    var isNull: Bool {
        if case .null = value.content { true } else { false }
    }
}

/// Reads the tree of a script file and collects its problems.
struct ScriptReader {
    static let schema = "attache-script/1"
    /// The largest number of steps. A step takes about a millisecond.
    static let stepLimit = 10_000
    /// The longest time of a step: a year, beyond which no trigger of an app is of use.
    static let timeLimit = Duration.seconds(366 * 86_400)
    /// Further problems are counted only.
    private static let problemLimit = 100

    let file: String
    /// The payload files that were read, by path; `nil` for one that is unusable.
    private var payloads: [String: [UInt8]?] = [:]
    private var problems: [PolicyProblem] = []
    private var hiddenCount = 0

    init(file: String) {
        self.file = file
    }

    /// The problems in the order of the file.
    var finished: [PolicyProblem] {
        let sorted = problems.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
        guard hiddenCount > 0 else { return sorted }
        let message = "there are \(hiddenCount) more problems"
        return sorted + [PolicyProblem(file: file, message: message, fix: "correct the others first")]
    }

    mutating func report(_ problem: PolicyProblem) {
        if problems.count < Self.problemLimit { problems.append(problem) } else { hiddenCount += 1 }
    }

    mutating func report(_ field: ScriptField, _ message: String, fix: @autoclosure () -> String) {
        // The nearest names of thousands of unknown ones would take long.
        guard problems.count < Self.problemLimit else {
            hiddenCount += 1
            return
        }
        let (line, column) = (field.mark.line, field.mark.column)
        report(
            PolicyProblem(
                file: file,
                line: line,
                column: column,
                keyPath: field.path,
                message: message,
                fix: fix()
            )
        )
    }

    mutating func reportKind(_ field: ScriptField, needed: String, fix: String) {
        report(field, "expected \(needed), found \(field.value.kindName)", fix: fix)
    }

    /// Reads the root of a file; `nil` when it is no script.
    mutating func script(of root: ScriptField) -> Script? {
        guard let fields = fields(of: root, known: ["schema", "categories", "language", "steps"]) else { return nil }
        if let field = fields["schema"] {
            if let name = text(field), name != Self.schema {
                report(field, "\"\(name)\" is not a known schema", fix: "use \(Self.schema)")
            }
        } else {
            report(root, "the key schema is missing", fix: "use schema: \(Self.schema)")
        }
        let categories = fields["categories"].flatMap { text($0) }.map(path)
        let language = fields["language"].flatMap { text($0) } ?? "en"
        guard let list = fields["steps"] else {
            report(root, "the key steps is missing", fix: "use a list of steps, such as - deliver: push.json")
            return nil
        }
        guard let elements = list.value.list else {
            reportKind(list, needed: "a list", fix: "use a list of steps, such as - deliver: push.json")
            return nil
        }
        guard elements.count <= Self.stepLimit else {
            report(list, "there are \(elements.count) steps", fix: "use at most \(Self.stepLimit), or several scripts")
            return nil
        }
        let steps = elements.enumerated().compactMap { step(ScriptField($1, index: $0, in: list)) }
        return Script(file: file, categories: categories, language: language, steps: steps)
    }

    /// Returns the fields of a mapping by key and reports unknown keys; `nil` when it is not a mapping.
    mutating func fields(of field: ScriptField, known: [String]) -> [String: ScriptField]? {
        guard let members = field.value.members else {
            reportKind(field, needed: "a mapping", fix: "use the keys \(known.joined(separator: ", "))")
            return nil
        }
        var fields: [String: ScriptField] = [:]
        for member in members {
            let inner = ScriptField(member, in: field)
            if known.contains(member.key) {
                fields[member.key] = inner
            } else {
                report(inner, "unknown key", fix: Self.advice(for: member.key, among: known))
            }
        }
        return fields
    }

    /// Reads a text; a number counts as it is spelled.
    mutating func text(_ field: ScriptField) -> String? {
        if case .number(let text) = field.value.content { return text }
        if let text = field.value.text { return text }
        reportKind(field, needed: "a text", fix: "use a text, in quotes")
        return nil
    }

    /// Reads a text that is not empty, such as a name.
    mutating func name(_ field: ScriptField) -> String? {
        guard let text = text(field) else { return nil }
        guard text.isEmpty else { return text }
        report(field, "it is empty", fix: "use a name")
        return nil
    }

    mutating func flag(_ field: ScriptField) -> Bool? {
        if let flag = field.value.boolean { return flag }
        reportKind(field, needed: "true or false", fix: "use true or false")
        return nil
    }

    mutating func wholeNumber(_ field: ScriptField) -> Int? {
        if case .number(let text) = field.value.content, let number = Int(text), number >= 0 { return number }
        reportKind(field, needed: "a whole number", fix: "use 0 or a larger number")
        return nil
    }

    mutating func duration(_ field: ScriptField) -> TimeAmount? {
        guard let text = text(field) else { return nil }
        switch TimeAmount.parse(text) {
        case .invalid(let problem, let fix): report(field, problem, fix: fix)
        case .value(let amount):
            if amount.duration <= Self.timeLimit { return amount }
            report(field, "\"\(text)\" is more than 366 days", fix: "use at most 8784h")
        }
        return nil
    }

    /// Returns the text of a field that has one of some words.
    mutating func word(_ field: ScriptField, among words: [String]) -> String? {
        guard let text = text(field) else { return nil }
        if words.contains(text) { return text }
        report(field, "\"\(text)\" has no meaning here", fix: Self.advice(for: text, among: words))
        return nil
    }

    /// Returns a path of the file, which is relative to the script.
    func path(_ text: String) -> String {
        guard !text.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return text }
        return file[...slash] + text
    }

    /// Reads a payload file, each once.
    mutating func payload(_ field: ScriptField) -> [UInt8]? {
        guard let name = name(field) else { return nil }
        let path = path(name)
        if let known = payloads[path] { return known }
        var bytes: [UInt8]?
        do throws(PolicyFileError) {
            bytes = try SmallFile.read(path, limit: 256 << 10)
        } catch {
            let problem = error.problems.first
            report(field, "\(path): \(problem?.message ?? "it cannot be read")", fix: problem?.fix ?? "check the path")
        }
        payloads.updateValue(bytes, forKey: path)
        return bytes
    }

    static func advice(for word: String, among known: [String]) -> String {
        if let name = NearestName.find(word, among: known) { return "did you mean \(name)?" }
        return "use one of \(known.joined(separator: ", "))"
    }
}
