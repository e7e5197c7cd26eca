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
    init(_ bytes: [UInt8], file: String) throws(PolicyProblem) {
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
