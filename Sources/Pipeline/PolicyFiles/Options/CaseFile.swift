import AttacheCore

/// A file of cases: a YAML list, or one JSON object per line.
package struct CaseFile: Sendable {
    package struct Case: Sendable {
        /// The file and the number of the case, or its line in a file of lines, such as `cases.yaml#3`.
        package let place: String
        package let field: Field
        /// The JSON of the case's payload, of a file of lines as it is there; `nil` without a payload.
        package let payload: [UInt8]?
    }

    package let cases: [Case]
    /// What is wrong with lines that are not JSON.
    package let problems: [PolicyProblem]

    /// The limit of a file of lines, in bytes.
    private static let lineFileLimit = 8 << 20

    /// Reads the cases of a file; throws `PolicyFileError` for one that cannot be read, or is no list.
    package init(reading path: String) throws(PolicyFileError) {
        if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") {
            self.init(lines: try SmallFile.read(path, limit: Self.lineFileLimit), file: path)
        } else {
            try self.init(yaml: try SmallFile.read(path, limit: YAMLLimits.byteCount), file: path)
        }
    }

    package init(lines bytes: [UInt8], file: String) {
        var cases: [Case] = []
        var problems: [PolicyProblem] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
            let line = Array(line)
            do throws(JSONError) {
                let root = try JSONDocument(parsing: line).root
                var cursor: MarkCursor? = MarkCursor(line, line: index + 1)
                let field = Field(MarkedValue(root, &cursor))
                let payload = root["payload"].map { Array($0.text.utf8) }
                cases.append(Case(place: "\(file)#\(index + 1)", field: field, payload: payload))
            } catch {
                var problem = PolicyProblem(error, file: file)
                problem.line = index + 1
                problems.append(problem)
            }
        }
        (self.cases, self.problems) = (cases, problems)
    }

    package init(yaml bytes: [UInt8], file: String) throws(PolicyFileError) {
        let (root, problems) = try YAMLFile.parse(bytes, file: file)
        guard problems.isEmpty else { throw PolicyFileError(problems: problems) }
        var reader = FieldReader(file: file)
        let fix = "write one \"- name: …\" for each case, or one JSON object per line in a file that ends in .ndjson"
        guard let elements = reader.list(Field(root), fix: fix) else {
            throw PolicyFileError(problems: reader.problems)
        }
        cases = elements.enumerated().map { index, field in
            Case(place: "\(file)#\(index + 1)", field: field, payload: field.value["payload"]?.json)
        }
        self.problems = []
    }
}
