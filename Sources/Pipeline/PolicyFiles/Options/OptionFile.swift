import AttacheCore

/// A flat file of options: a YAML mapping of names to single values or lists.
///
/// `--config` files and files of custom networks have this format; the caller interprets the names.
package struct OptionFile: Sendable {
    package struct Entry: Sendable, Hashable {
        package let key: String
        /// The values as written, without quotes; one unless it is a list.
        package let values: [String]
        package let isList: Bool
        package let line: Int
        package let column: Int
    }

    /// The path as given by the user.
    package let file: String
    /// The options in the order of the file, with unique names.
    package let entries: [Entry]

    package subscript(_ key: String) -> Entry? {
        entries.first { $0.key == key }
    }

    /// Creates a problem at the position of an option of this file.
    package func problem(_ entry: Entry, _ message: String, fix: String) -> PolicyProblem {
        PolicyProblem(
            file: file,
            line: entry.line,
            column: entry.column,
            keyPath: entry.key,
            message: message,
            fix: fix
        )
    }

    /// Returns a problem with advice for each option that is not in `known`.
    package func unknownKeys(known: [String]) -> [PolicyProblem] {
        entries.filter { !known.contains($0.key) }.map { entry in
            problem(entry, "unknown key", fix: PolicyDecoder.advice(for: entry.key, among: known))
        }
    }
}

extension OptionFile {
    /// Reads a file of at most 256 KiB; throws `PolicyFileError` with all its problems. `allowsLists` determines
    /// whether a value may be a list.
    package init(reading path: String, allowsLists: Bool) throws(PolicyFileError) {
        let bytes = try SmallFile.read(path, limit: YAMLLimits.byteCount)
        try self.init(bytes, file: path, allowsLists: allowsLists)
    }

    /// Reads UTF-8 content; `file` is its name in problems. Throws `PolicyFileError` with all its problems.
    package init(_ bytes: [UInt8], file: String, allowsLists: Bool) throws(PolicyFileError) {
        // A configuration in which every setting is a comment is common; a network without values is a mistake.
        if allowsLists, Self.isBlank(bytes) {
            self.init(file: file, entries: [])
            return
        }
        var (root, problems) = try YAMLFile.parse(bytes, file: file)
        var decoder = PolicyDecoder(file: file)
        var entries: [Entry] = []
        for (key, field) in decoder.entries(of: YAMLField(root: root)) {
            guard let values = decoder.values(field, allowsLists: allowsLists) else { continue }
            let mark = field.mark ?? .start
            var isList = false
            if case .sequence = field.node.content { isList = true }
            entries.append(Entry(key: key, values: values, isList: isList, line: mark.line, column: mark.column))
        }
        problems += decoder.problems
        guard problems.isEmpty else { throw PolicyFileError(problems: problems) }
        self.init(file: file, entries: entries)
    }

    /// Whether a file has only blank lines and comments.
    private static func isBlank(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
            let first = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") }
            return first == nil || first == UInt8(ascii: "#")
        }
    }
}

extension PolicyDecoder {
    fileprivate mutating func values(_ field: YAMLField, allowsLists: Bool) -> [String]? {
        if case .sequence = field.node.content, allowsLists { return list(field)?.compactMap { value($0) } }
        return value(field).map { [$0] }
    }

    private mutating func value(_ field: YAMLField) -> String? {
        if case .scalar(let scalar) = field.node.content, !scalar.isNull { return scalar.text }
        report(field, "expected a single value, found \(field.node.kindName)", fix: "write one value")
        return nil
    }
}
