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
        var policy = parent(of: source) ?? (source.parent == nil ? Policy(name: "") : Self.placeholder)
        policy.name = source.name ?? ""
        policy.summary = ""
        policy.sources = []
        policy.order = Policy.defaultOrder
        var decoder = PolicyDecoder(file: source.file)
        decoder.decodePolicy(source.root, into: &policy)
        if policy.types.isEmpty {
            let fix = "write `types`, or `extends: apple` to take them from there"
            decoder.report(source.root, "it accepts no media at all", fix: fix)
        }
        problems += decoder.problems
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
            report(source, field, "there is no policy \"\(name)\"", fix: PolicyDecoder.advice(for: name, among: names))
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

    private mutating func report(_ source: PolicySource, _ field: YAMLField, _ message: String, fix: String) {
        var decoder = PolicyDecoder(file: source.file)
        decoder.report(field, message, fix: fix)
        problems += decoder.problems
    }
}

/// A parsed policy file that is not yet applied to the policy it extends.
struct PolicySource {
    /// The path as given by the user.
    let file: String
    let text: [UInt8]
    let root: YAMLField
    /// The policy's name, if it is valid.
    let name: String?
    /// The field that names the extended policy.
    let parent: YAMLField?
    let parentName: String?
    var problems: [PolicyProblem]

    /// Parses a file; throws `PolicyProblem` when the text is not YAML.
    init(_ bytes: [UInt8], file: String) throws(PolicyFileError) {
        var decoder = PolicyDecoder(file: file)
        let (node, problems) = try YAMLFile.parse(bytes, file: file)
        root = YAMLField(root: node)
        self.file = file
        text = bytes
        name = decoder.decodeName(root)
        var parent: YAMLField?
        if case .mapping(let entries) = node.content, let entry = entries.first(where: { $0.key == "extends" }) {
            parent = YAMLField(entry, in: "")
        }
        self.parent = parent
        parentName = parent.flatMap { decoder.text($0) }
        self.problems = problems + decoder.problems
    }
}
