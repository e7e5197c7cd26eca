import AttacheCore

/// Builds the tree of one YAML document from libyaml's events.
///
/// Anchors, aliases and tags are refused: a short file with aliases can expand to gigabytes, and no policy needs them.
struct YAMLComposer {
    /// Problems that do not stop the reading: duplicate keys, anchors, tags.
    private(set) var problems: [PolicyProblem] = []
    private let file: String
    private let reader: YAMLEventReader

    /// Starts reading a whole file; throws `PolicyFileError` when it is too large or not UTF-8.
    init(_ bytes: [UInt8], file: String) throws(PolicyFileError) {
        guard bytes.count <= YAMLLimits.byteCount else {
            let limit = ByteSize(byteCount: YAMLLimits.byteCount)
            throw PolicyFileError(file, .start, "it is larger than \(limit)", fix: "split it, or name another file")
        }
        self.file = file
        reader = try YAMLEventReader(bytes, file: file)
    }

    /// Reads the document; throws `PolicyFileError` when it is not YAML, empty, more than one document, or nested too deeply.
    mutating func compose() throws(PolicyFileError) -> MarkedValue {
        while true {
            let event = try reader.next()
            switch event.kind {
            case .streamStart: continue
            case .documentStart:
                let root = try composeNode(reader.next(), depth: 0)
                try expectEnd()
                return root
            default: throw PolicyFileError(file, event.mark, "it is empty", fix: "write at least one key")
            }
        }
    }

    private mutating func expectEnd() throws(PolicyFileError) {
        while true {
            let event = try reader.next()
            switch event.kind {
            case .documentEnd: continue
            case .streamEnd: return
            default:
                let fix = "keep one document in a file, without --- in between"
                throw PolicyFileError(file, event.mark, "a second document begins here", fix: fix)
            }
        }
    }

    private mutating func composeNode(_ event: YAMLEvent, depth: Int) throws(PolicyFileError) -> MarkedValue {
        guard depth <= YAMLLimits.depth else {
            let message = "it is nested more than \(YAMLLimits.depth) deep"
            throw PolicyFileError(file, event.mark, message, fix: "flatten it; no key is that deep")
        }
        if event.isDecorated {
            let message = "anchors (&name) and tags (!name) are not read"
            problems.append(PolicyProblem(file, event.mark, message, fix: "write the plain value"))
        }
        switch event.kind {
        case .scalar(let scalar): return MarkedValue(scalar.content, at: event.mark)
        case .sequenceStart: return MarkedValue(.list(try composeSequence(depth)), at: event.mark)
        case .mappingStart: return MarkedValue(.mapping(try composeMapping(depth)), at: event.mark)
        case .alias:
            let fix = "write the value out, or put what is shared into a policy and name it under `extends`"
            throw PolicyFileError(file, event.mark, "aliases (*name) are not read", fix: fix)
        default: throw PolicyFileError(file, event.mark, "a value is missing", fix: "write one")
        }
    }

    private mutating func composeSequence(_ depth: Int) throws(PolicyFileError) -> [MarkedValue] {
        var elements: [MarkedValue] = []
        while true {
            let event = try reader.next()
            if case .sequenceEnd = event.kind { return elements }
            elements.append(try composeNode(event, depth: depth + 1))
        }
    }

    private mutating func composeMapping(_ depth: Int) throws(PolicyFileError) -> [MarkedValue.Member] {
        var members: [MarkedValue.Member] = []
        var lines: [String: Int] = [:]
        while true {
            let event = try reader.next()
            if case .mappingEnd = event.kind { return members }
            // For its problems: the text of a key counts, whatever it looks like.
            _ = try composeNode(event, depth: depth + 1)
            let value = try composeNode(reader.next(), depth: depth + 1)
            guard case .scalar(let scalar) = event.kind else {
                let message = "a list or a mapping cannot be a key"
                problems.append(PolicyProblem(file, event.mark, message, fix: "write a plain word as the key"))
                continue
            }
            if let line = lines[scalar.text] {
                let message = "the key \"\(scalar.text)\" is set twice, first in line \(line)"
                var problem = PolicyProblem(file, event.mark, message, fix: "keep one of them")
                problem.fault = .duplicateKey
                problems.append(problem)
                continue
            }
            lines[scalar.text] = event.mark.line
            members.append(MarkedValue.Member(key: scalar.text, mark: event.mark, value: value))
        }
    }
}

enum YAMLFile {
    /// Parses a file and returns the tree with the problems that did not prevent reading it; throws `PolicyFileError`
    /// without a tree. `file` is its name in problems.
    static func parse(
        _ bytes: [UInt8],
        file: String
    ) throws(PolicyFileError) -> (root: MarkedValue, problems: [PolicyProblem]) {
        var composer = try YAMLComposer(bytes, file: file)
        return (try composer.compose(), composer.problems)
    }
}

extension PolicyProblem {
    fileprivate init(_ file: String, _ mark: FileMark, _ message: String, fix: String) {
        self.init(file: file, line: mark.line, column: mark.column, message: message, fix: fix)
    }
}

extension PolicyFileError {
    /// A single problem of the YAML text itself.
    init(_ file: String, _ mark: FileMark, _ message: String, fix: String) {
        self.init(problems: [PolicyProblem(file, mark, message, fix: fix)])
    }
}

/// The limits of a configuration file.
///
/// A policy is a page of text; a larger or deeper one is a mistake or an attack, and is refused before the tree is
/// built.
enum YAMLLimits {
    /// The largest file in bytes.
    static let byteCount = 256 << 10
    /// The limit of the nesting of mappings and lists.
    static let depth = 64
}
