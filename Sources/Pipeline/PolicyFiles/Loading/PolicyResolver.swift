import AttacheCore

/// Applies policy files to the policies that they extend, in any order of the files.
struct PolicyResolver {
    private enum State {
        case untouched
        case inProgress
        case done(Policy)
    }

    private(set) var problems: [PolicyProblem] = []
    private let base: PolicySet
    private let sources: [PolicySource]
    /// The first file of each name.
    private var indices: [String: Int] = [:]
    private var states: [State]

    /// Creates a resolver; a file takes precedence over a policy of `base` with the same name.
    init(base: PolicySet, sources: [PolicySource]) {
        self.base = base
        self.sources = sources
        states = Array(repeating: .untouched, count: sources.count)
        for (index, source) in sources.enumerated() {
            problems += source.problems
            guard let name = source.name else { continue }
            if let first = indices[name] {
                let message = "\(sources[first].file) has the name \"\(name)\" too"
                report(source, source.root, message, fix: "rename one of the two policies")
            } else {
                indices[name] = index
            }
        }
    }

    /// Resolves every file; returns the policies of the files without errors, in the order of the files.
    mutating func resolveAll() -> [Policy] {
        let policies = sources.indices.map { resolve($0) }
        let broken = Set(problems.filter { $0.severity == .block }.map(\.file))
        return zip(sources, policies).filter { source, _ in !broken.contains(source.file) }.map(\.1)
    }

    /// Resolves a file after the file that it extends.
    ///
    /// The depth of the recursion is at most the number of files.
    private mutating func resolve(_ index: Int) -> Policy {
        let source = sources[index]
        if case .done(let policy) = states[index] { return policy }
        states[index] = .inProgress
        let parent = parent(of: source) ?? (source.parent == nil ? Policy(name: "") : Self.placeholder)
        var policy = parent
        policy.name = source.name ?? ""
        policy.order = Policy.defaultOrder
        var reader = FieldReader(file: source.file)
        guard let fields = reader.fields(of: source.root, known: PolicyKeys.names) else {
            problems += reader.problems
            states[index] = .done(policy)
            return policy
        }
        reader.read(fields, PolicyKeys.recognition, into: &policy)
        if let canonical = source.canonical {
            let isVendor = fields["device"].map { !$0.isNull } ?? parent.isVendor
            policy.setRules(isVendor: isVendor) {
                var reader = FieldReader(file: source.file)
                var cursor: MarkCursor?
                let root = Field(MarkedValue(canonical.root, &cursor))
                let fields = reader.fields(of: root, known: PolicyKeys.names)
                return fields.map { source.rules($0, over: parent.rules, &reader) } ?? parent.rules
            }
        } else {
            policy.rules = source.rules(fields, over: parent.rules, &reader)
        }
        problems += reader.problems
        states[index] = .done(policy)
        return policy
    }

    private mutating func parent(of source: PolicySource) -> Policy? {
        guard let name = source.parentName, let field = source.parent else { return nil }
        // A file that replaces a base policy may still extend it.
        if name == source.name, let policy = base[name] { return policy }
        guard let parent = indices[name] else {
            if let policy = base[name] { return policy }
            let names = base.names + indices.keys.sorted()
            report(source, field, "there is no policy \"\(name)\"", fix: FieldReader.advice(for: name, among: names))
            return nil
        }
        if case .inProgress = states[parent] {
            report(source, field, "\"\(name)\" extends this policy in turn", fix: "break the cycle")
            return nil
        }
        return resolve(parent)
    }

    /// A substitute for a missing parent, so that the other problems of a file are still found.
    private static var placeholder: Policy {
        let rule = TypeRule(extensions: [], limit: .max)
        return Policy(name: "", types: Dictionary(uniqueKeysWithValues: MediaKind.allCases.map { ($0, rule) }))
    }

    private mutating func report(_ source: PolicySource, _ field: Field, _ message: String, fix: String) {
        var reader = FieldReader(file: source.file)
        reader.report(field, message, fix: fix)
        problems += reader.problems
    }
}

/// A parsed policy file that is not yet applied to the policy it extends.
struct PolicySource: Sendable {
    /// The path as given by the user.
    let file: String
    let text: [UInt8]
    /// The tree of the file; of a built-in policy what `auto` needs of it.
    let root: Field
    /// The whole file as canonical JSON, for a built-in policy.
    let canonical: JSONDocument?
    /// The policy's name, if it is valid.
    let name: String?
    /// The field that names the extended policy.
    let parent: Field?
    let parentName: String?
    var problems: [PolicyProblem]

    /// Parses a file; throws `PolicyProblem` when the text is not YAML.
    init(_ bytes: [UInt8], file: String) throws(PolicyFileError) {
        let (root, problems) = try YAMLFile.parse(bytes, file: file)
        self.init(root, file: file, text: bytes, canonical: nil)
        self.problems = problems + self.problems
    }

    /// Reads a built-in policy from the canonical JSON that the build makes of its file; throws `JSONError` for no JSON.
    init(canonical text: [UInt8], file: String) throws(JSONError) {
        let document = try JSONDocument(parsing: text)
        var cursor: MarkCursor?
        let root = MarkedValue(document.root, &cursor, only: PolicyKeys.recognised)
        self.init(root, file: file, text: text, canonical: document)
    }

    private init(_ value: MarkedValue, file: String, text: [UInt8], canonical: JSONDocument?) {
        var reader = FieldReader(file: file)
        root = Field(value)
        self.file = file
        self.text = text
        self.canonical = canonical
        name = PolicyKeys.name(&reader, in: root)
        let root = root
        parent = value.member("extends").map { Field($0, in: root) }
        parentName = parent.flatMap { reader.text($0) }
        problems = reader.problems
    }

    /// Reads the rules of the file on top of those that it extends.
    func rules(_ fields: Fields, over inherited: Policy.Rules, _ reader: inout FieldReader) -> Policy.Rules {
        var rules = inherited
        (rules.summary, rules.sources) = ("", [])
        rules.definition += fields.field.value.canonicalText + "\n"
        PolicyKeys.read(&reader, fields, into: &rules)
        return rules
    }
}
