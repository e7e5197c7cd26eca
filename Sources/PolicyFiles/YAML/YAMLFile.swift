/// Turns the bytes of one YAML file into a tree.
enum YAMLFile {
    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - file: The file's name, for problems.
    /// - Returns: The tree, and what is wrong with it although it could be read.
    /// - Throws: `PolicyProblem` when there is no tree.
    static func parse(
        _ bytes: [UInt8],
        file: String
    ) throws(PolicyProblem) -> (root: YAMLNode, problems: [PolicyProblem]) {
        do {
            var composer = try YAMLComposer(bytes)
            let root = try composer.compose()
            return (root, composer.problems.map { PolicyProblem($0, file: file) })
        } catch {
            throw PolicyProblem(error, file: file)
        }
    }
}

extension PolicyProblem {
    /// A problem of the YAML text itself.
    init(_ error: YAMLError, file: String) {
        self.init(
            file: file,
            line: error.mark.line,
            column: error.mark.column,
            message: error.message,
            fix: error.fix
        )
    }
}
