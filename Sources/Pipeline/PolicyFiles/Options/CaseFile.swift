import AttacheCore

/// A file of cases: a YAML list, or one JSON object per line.
package enum CaseFile {
    /// A case as JSON text, with its place for messages.
    package struct Entry: Sendable {
        /// The file and the number of the case, or its line in a file of lines, such as `cases.yaml#3`.
        package let place: String
        package let text: [UInt8]
    }

    /// The limit of a file of lines, in bytes.
    private static let lineFileLimit = 8 << 20

    /// Reads the cases of a file; throws `PolicyFileError` with its problems.
    package static func read(_ path: String) throws(PolicyFileError) -> [Entry] {
        if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") {
            return lines(try SmallFile.read(path, limit: lineFileLimit), file: path)
        }
        return try cases(try SmallFile.read(path, limit: YAMLLimits.byteCount), file: path)
    }

    static func lines(_ bytes: [UInt8], file: String) -> [Entry] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            let isBlank = line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
            return isBlank ? nil : Entry(place: "\(file)#\(index + 1)", text: Array(line))
        }
    }

    static func cases(_ bytes: [UInt8], file: String) throws(PolicyFileError) -> [Entry] {
        let (root, problems) = try YAMLFile.parse(bytes, file: file)
        guard problems.isEmpty else { throw PolicyFileError(problems: problems) }
        guard case .sequence(let elements) = root.content else {
            let fix =
                "write one \"- name: …\" for each case, or one JSON object per line in a file that ends in .ndjson"
            throw PolicyFileError(
                problems: [
                    PolicyProblem(file: file, line: 1, message: "expected a list, found \(root.kindName)", fix: fix)
                ]
            )
        }
        return elements.enumerated().map { index, element in
            var writer = JSONWriter()
            element.write(to: &writer)
            return Entry(place: "\(file)#\(index + 1)", text: writer.bytes)
        }
    }
}

extension YAMLNode {
    /// Writes the value as JSON; the composer limits its depth.
    fileprivate func write(to writer: inout JSONWriter) {
        switch content {
        case .scalar(let scalar): scalar.write(to: &writer)
        case .sequence(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .mapping(let entries):
            writer.beginObject()
            for entry in entries {
                writer.key(entry.key)
                entry.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}

extension YAMLScalar {
    /// Writes a number as it is spelled, and everything that is neither a number nor a word of JSON as a string.
    fileprivate func write(to writer: inout JSONWriter) {
        let bytes = Array(text.utf8)
        if isNull {
            writer.null()
        } else if let boolean {
            writer.boolean(boolean)
        } else if isPlain, let first = bytes.first, first == 0x2D || (0x30...0x39).contains(first),
            JSONDocument.isCompleteValue(bytes)
        {
            writer.raw(bytes)
        } else {
            writer.string(text)
        }
    }
}
