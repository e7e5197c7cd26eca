import AttacheCore

extension OptionFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file, 256 KiB at most.
    ///   - allowsLists: Whether a value may be a list.
    /// - Throws: `OptionFileError` with everything that is wrong.
    package init(reading path: String, allowsLists: Bool) throws(OptionFileError) {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, limit: YAMLLimits.byteCount)
        } catch {
            throw OptionFileError(problems: [error])
        }
        try self.init(bytes, file: path, allowsLists: allowsLists)
    }

    /// Reads a file's content.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - file: What to call it in problems.
    ///   - allowsLists: Whether a value may be a list.
    /// - Throws: `OptionFileError` with everything that is wrong.
    package init(_ bytes: [UInt8], file: String, allowsLists: Bool) throws(OptionFileError) {
        let root: YAMLNode
        var problems: [PolicyProblem]
        do {
            (root, problems) = try YAMLFile.parse(bytes, file: file)
        } catch {
            throw OptionFileError(problems: [error])
        }
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
        guard problems.isEmpty else { throw OptionFileError(problems: problems) }
        self.init(file: file, entries: entries)
    }
}

extension PolicyDecoder {
    fileprivate mutating func values(_ field: YAMLField, allowsLists: Bool) -> [String]? {
        if case .sequence = field.node.content, allowsLists { return list(field)?.compactMap { value($0) } }
        return value(field).map { [$0] }
    }

    private mutating func value(_ field: YAMLField) -> String? {
        if case .scalar(let scalar) = field.node.content, !scalar.isNull { return scalar.text }
        report(field, "a single value is needed here, and this is \(field.node.kindName)", fix: "write one value")
        return nil
    }
}
