import AttacheCore

/// A YAML file, a JSON file or a property list as a tree of values with positions.
package struct MarkedFile: Sendable {
    /// The path as given by the user.
    package let file: String
    /// The value of the file; `nil` when it is unreadable.
    package let root: MarkedValue?
    /// The problems of the text itself. Where a mapping has a key twice, the value of the second is skipped.
    package let problems: [PolicyProblem]

    /// Reads a YAML or JSON file of at most 256 KiB; one that cannot be read has no root and one problem.
    package init(reading path: String) {
        do {
            self.init(try SmallFile.read(path, limit: YAMLLimits.byteCount), file: path)
        } catch {
            self.init(file: path, error)
        }
    }

    /// Reads a text: JSON when it begins with a bracket and its name is not that of a YAML file, otherwise YAML. `file`
    /// is its name in problems.
    package init(_ bytes: [UInt8], file: String) {
        let isYAML = file.hasSuffix(".yaml") || file.hasSuffix(".yml") || bytes.count > YAMLLimits.byteCount
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        do {
            if !isYAML, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                self.init(json: bytes, file: file)
            } else {
                try self.init(yaml: bytes, file: file)
            }
        } catch {
            self.init(file: file, error)
        }
    }

    /// Reads an XML or binary property list of at most 1 MiB.
    package init(readingPropertyList path: String) {
        do {
            self.init(propertyList: try SmallFile.read(path, limit: PropertyListLimits.byteCount), file: path)
        } catch {
            self.init(file: path, error)
        }
    }

    /// Reads the content of an XML or binary property list; `file` is its name in problems.
    package init(propertyList bytes: [UInt8], file: String) {
        if let root = PropertyListTree.read(bytes) {
            self.init(file: file, root: root, problems: [])
        } else {
            let message = "it is not a property list, or is nested too deeply"
            let fix = "name an Info.plist, XML or binary"
            let problem = PolicyProblem(ofPropertyList: bytes, file: file, message, fix: fix)
            self.init(file: file, PolicyFileError(problems: [problem]))
        }
    }

    /// Whether a property list is neither binary nor XML.
    package static func isOldStyle(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        return !bytes.starts(with: "bplist".utf8) && first != UInt8(ascii: "<")
    }

    /// Reads the content of an Xcode project, or of a property list of any style: old, XML or binary.
    package init(project bytes: [UInt8], file: String) {
        if !Self.isOldStyle(bytes) {
            self.init(propertyList: bytes, file: file)
            return
        }
        do throws(OldStylePropertyList.Fault) {
            self.init(file: file, root: try OldStylePropertyList.read(bytes), problems: [])
        } catch {
            let (line, column) = (error.mark.line, error.mark.column)
            let fix = "open the project in Xcode, which names the place too"
            let problem = PolicyProblem(file: file, line: line, column: column, message: error.message, fix: fix)
            self.init(file: file, PolicyFileError(problems: [problem]))
        }
    }

    private init(file: String, root: MarkedValue?, problems: [PolicyProblem]) {
        self.file = file
        self.root = root
        self.problems = problems
    }

    private init(file: String, _ error: PolicyFileError) {
        self.init(file: file, root: nil, problems: error.problems)
    }

    private init(yaml bytes: [UInt8], file: String) throws(PolicyFileError) {
        var composer = try YAMLComposer(bytes, file: file)
        let root = try composer.compose()
        self.init(file: file, root: root, problems: composer.problems)
    }

    private init(json bytes: [UInt8], file: String) {
        do throws(JSONError) {
            let document = try JSONDocument(parsing: bytes)
            var cursor: MarkCursor? = MarkCursor(bytes)
            self.init(file: file, root: MarkedValue(document.root, &cursor), problems: [])
        } catch {
            self.init(file: file, root: nil, problems: [PolicyProblem(error, file: file)])
        }
    }
}

extension PolicyProblem {
    /// The problem of a text that is no JSON.
    init(_ error: JSONError, file: String) {
        let isDuplicateKey = error.code == .payloadDuplicateKey
        self.init(
            file: file,
            line: error.position.line,
            column: error.position.column,
            message: error.message,
            fix: isDuplicateKey ? "keep one of them" : "correct the JSON",
            fault: isDuplicateKey ? .duplicateKey : .unreadable
        )
    }
}
