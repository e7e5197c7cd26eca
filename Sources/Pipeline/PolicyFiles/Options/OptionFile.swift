import AttacheCore

/// A flat file of options, such as `--config` files: a YAML mapping of names to single values or lists. The caller
/// interprets the names.
package struct OptionFile: Sendable {
    package struct Entry: Sendable, Hashable {
        package let key: String
        /// The values as written, without quotes; one unless it is a list.
        package let values: [String]
        /// The position of the key.
        package let mark: FileMark
    }

    /// The options in the order of the file, with unique names.
    package let entries: [Entry]
    /// A problem with advice for each option that is not known.
    package let unknown: [PolicyProblem]

    /// Reads a file of at most 256 KiB; throws `PolicyFileError` with all problems but those of unknown names.
    package init(reading path: String, known: [String]) throws(PolicyFileError) {
        let bytes = try SmallFile.read(path, limit: YAMLLimits.byteCount)
        try self.init(bytes, file: path, known: known)
    }

    /// Reads UTF-8 content; `file` is its name in problems. Throws `PolicyFileError` with all problems but those of unknown
    /// names.
    package init(_ bytes: [UInt8], file: String, known: [String]) throws(PolicyFileError) {
        // A configuration in which every setting is a comment is common.
        if Self.isBlank(bytes) {
            (entries, unknown) = ([], [])
            return
        }
        let (root, faults) = try YAMLFile.parse(bytes, file: file)
        var reader = FieldReader(file: file)
        var strange = FieldReader(file: file)
        var entries: [Entry] = []
        for (key, field) in reader.entries(of: Field(root)) ?? [] {
            if !known.contains(key) { strange.reportUnknown(key, field, known: known) }
            let values = (field.elements ?? [field]).compactMap { element in
                if element.value.scalarText == nil {
                    reader.reportKind(element, needed: "a single value", fix: "write one value")
                }
                return element.value.scalarText
            }
            entries.append(Entry(key: key, values: values, mark: field.mark ?? .start))
        }
        let problems = faults + reader.problems
        guard problems.isEmpty else { throw PolicyFileError(problems: problems) }
        (self.entries, unknown) = (entries, strange.problems)
    }

    /// Whether a file has only blank lines and comments.
    private static func isBlank(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
            let first = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") }
            return first == nil || first == UInt8(ascii: "#")
        }
    }
}
