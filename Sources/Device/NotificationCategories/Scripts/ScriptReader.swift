import AttacheCore
import PolicyFiles

/// Reads the tree of a script file and the payload files that it names.
struct ScriptReader {
    /// The largest number of steps. A step takes about a millisecond.
    static let stepLimit = 10_000

    var fields: FieldReader
    /// The payload files that were read, by path; `nil` for one that is unusable.
    private var payloads: [String: [UInt8]?] = [:]

    init(file: String) {
        fields = FieldReader(file: file)
    }

    mutating func report(_ problem: PolicyProblem) { fields.report(problem) }

    /// Reads the root of a file; `nil` when it is no script.
    mutating func script(of root: Field) -> Script? {
        var script = Script(file: fields.file)
        guard let steps = fields.read(root, Self.rootKeys, into: &script)?["steps"] else { return nil }
        script.categories = script.categories.map(path)
        script.steps = Self.steps.read(&fields, steps)?.compactMap { step($0) } ?? []
        return script
    }

    /// Reads a step: its name alone, or its name as the only key of a mapping.
    private mutating func step(_ field: Field) -> ScriptStep? {
        let name: String
        var argument: Field?
        if let text = field.value.text {
            name = text
        } else if let members = field.value.members, let member = members.first {
            guard members.count == 1 else {
                let second = Field(members[1], in: field)
                let message = "a step has one key, and \(member.key) is there before"
                fields.report(second, at: .key, message, fix: "use - before each step")
                return nil
            }
            name = member.key
            argument = Field(member, in: field)
        } else {
            fields.reportKind(field, needed: "a step", fix: "use a step, such as - deliver: push.json")
            return nil
        }
        guard let kind = ScriptStep.Kind(rawValue: name) else {
            let names = ScriptStep.Kind.allCases.map(\.rawValue)
            let (place, message) = (argument ?? field, "\"\(name)\" is no step")
            fields.report(place, at: .key, message, fix: FieldReader.advice(for: name, among: names))
            return nil
        }
        let value = argument.flatMap { $0.isNull ? nil : $0 }
        return action(kind, value, at: field).map {
            ScriptStep(kind: kind, action: $0, mark: field.mark ?? .start)
        }
    }

    private mutating func action(_ kind: ScriptStep.Kind, _ value: Field?, at step: Field) -> ScriptStep.Action? {
        if let plain = kind.plainAction {
            guard let value else { return plain }
            guard let form = kind.form else {
                fields.report(value, "\(kind.rawValue) takes no value", fix: "use \(kind.rawValue) alone")
                return nil
            }
            return form.read(&self, value)
        }
        guard let form = kind.form else { return nil }
        guard let value else {
            let fix = "use \(kind.rawValue): \(form.sample)"
            fields.report(step, at: .key, "\(kind.rawValue) needs a value", fix: fix)
            return nil
        }
        return form.read(&self, value)
    }

    /// Returns a path of the file, which is relative to the script.
    private func path(_ text: String) -> String {
        guard !text.hasPrefix("/"), let slash = fields.file.lastIndex(of: "/") else { return text }
        return fields.file[...slash] + text
    }

    /// Reads the value of a field with its kind.
    mutating func value<Value>(_ field: Field, _ kind: FieldKind<Value>) -> Value? { kind.read(&fields, field) }

    /// Reads a payload file, each once.
    mutating func payload(_ field: Field) -> [UInt8]? {
        guard let name = FieldKind<String>.name.read(&fields, field) else { return nil }
        let path = path(name)
        if let known = payloads[path] { return known }
        var bytes: [UInt8]?
        do throws(PolicyFileError) {
            bytes = try SmallFile.read(path, limit: 256 << 10)
        } catch {
            let problem = error.problems.first
            let message = "\(path): \(problem?.message ?? "it cannot be read")"
            fields.report(field, message, fix: problem?.fix ?? "check the path")
        }
        payloads.updateValue(bytes, forKey: path)
        return bytes
    }

    /// Returns the JSON of an inline payload.
    mutating func json(_ field: Field) -> [UInt8]? {
        guard field.value.members != nil else {
            fields.reportKind(field, needed: "a mapping", fix: "use {aps: {alert: Text}}")
            return nil
        }
        checkNumbers(field)
        return field.value.json
    }

    /// Reports the numbers of YAML that JSON has not, such as 0x1F and +5; the composer limits the depth.
    private mutating func checkNumbers(_ field: Field) {
        switch field.value.content {
        case .null, .boolean, .text: break
        case .number(let text):
            guard !JSONDocument.isCompleteValue(Array(text.utf8)) else { return }
            fields.report(field, "\(text) is no number of JSON", fix: "use decimal digits, or a text in quotes")
        case .list: for element in field.elements ?? [] { checkNumbers(element) }
        case .mapping(let members): for member in members { checkNumbers(Field(member, in: field)) }
        }
    }
}
