import AttacheCore

/// Puts policy files onto the policies that they extend, whatever the order in which they were named.
struct PolicyResolver {
    /// How far a file has come.
    private enum State {
        case untouched
        case inProgress
        case done(Policy)
    }

    /// Everything that is wrong with the files.
    private(set) var problems: [PolicyProblem] = []
    private let base: PolicySet
    private let sources: [PolicySource]
    /// The first file of each name.
    private var indices: [String: Int] = [:]
    private var states: [State]

    /// Prepares resolving.
    ///
    /// - Parameters:
    ///   - base: Policies that can be extended besides the files; a file of the same name stands before them.
    ///   - sources: The files.
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

    /// Resolves every file.
    ///
    /// - Returns: The policies of the files without errors, in the order of the files.
    mutating func resolveAll() -> [Policy] {
        let policies = sources.indices.map { resolve($0) }
        let broken = Set(problems.filter { $0.severity == .block }.map(\.file))
        return zip(sources, policies).filter { source, _ in !broken.contains(source.file) }.map(\.1)
    }

    /// Resolves a file and, before it, what it extends.
    ///
    /// The depth of the recursion is the number of files, each of which was named on its own.
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
        // A file that replaces a policy of the base may still build on it.
        if name == source.name, let policy = base[name] { return policy }
        guard let parent = indices[name] else {
            if let policy = base[name] { return policy }
            let names = base.names + indices.keys.sorted()
            report(source, field, "there is no policy \"\(name)\"", fix: PolicyDecoder.advice(for: name, among: names))
            return nil
        }
        if case .inProgress = states[parent] {
            report(source, field, "\"\(name)\" extends this policy in turn", fix: "break the circle")
            return nil
        }
        return resolve(parent)
    }

    /// What a file is read onto when what it extends cannot be had, so that its other problems are still its own.
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

/// A policy file that has been taken apart but not yet put onto what it extends.
struct PolicySource {
    /// The file as it was named.
    let file: String
    /// The file's content.
    let text: [UInt8]
    /// The root of its tree.
    let root: YAMLField
    /// The policy's name, if the file has a good one.
    let name: String?
    /// Where the file says what it extends.
    let parent: YAMLField?
    /// The name of what it extends.
    let parentName: String?
    /// What is wrong so far, the tree's own problems included.
    var problems: [PolicyProblem]

    /// Takes a file apart.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - file: The file's name, for problems.
    /// - Throws: `PolicyProblem` when the text is no YAML.
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
