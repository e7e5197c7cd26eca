import CYAML

/// Owns one libyaml parser and the bytes it reads.
///
/// Safe to hold: both pointers are allocated in `init`, freed in `deinit`, and never exposed.
@safe final class YAMLEventReader {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let file: String

    /// Starts a parser over a copy of the bytes; throws `PolicyFileError` when memory is exhausted.
    init(_ bytes: [UInt8], file: String) throws(PolicyFileError) {
        self.file = file
        // Unsafe, and right: both allocations live until `deinit`, and libyaml reads within the given count.
        unsafe input = .allocate(capacity: bytes.count)
        _ = unsafe input.initialize(fromContentsOf: bytes)
        unsafe parser = .allocate(capacity: 1)
        unsafe parser.initialize(to: yaml_parser_t())
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            throw PolicyFileError(file, .start, "no memory to read it", fix: "free some memory")
        }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// Returns the next event, at the end the end of the stream repeatedly; throws `PolicyFileError` when the text is not
    /// YAML.
    func next() throws(PolicyFileError) -> YAMLEvent {
        // Unsafe, and right: the event is filled by libyaml, copied from, and deleted before the function returns.
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
        defer { unsafe yaml_event_delete(&event) }
        let mark = unsafe FileMark(event.start_mark)
        let (kind, isDecorated) = unsafe Self.kind(of: event)
        return YAMLEvent(kind: kind, mark: mark, isDecorated: isDecorated)
    }

    private static func kind(of event: yaml_event_t) -> (YAMLEvent.Kind, isDecorated: Bool) {
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: return (.streamStart, false)
        case YAML_DOCUMENT_START_EVENT: return (.documentStart, false)
        case YAML_DOCUMENT_END_EVENT: return (.documentEnd, false)
        case YAML_ALIAS_EVENT: return (.alias, false)
        case YAML_SEQUENCE_END_EVENT: return (.sequenceEnd, false)
        case YAML_MAPPING_END_EVENT: return (.mappingEnd, false)
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            return (.sequenceStart, unsafe start.anchor != nil || start.tag != nil)
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            return (.mappingStart, unsafe start.anchor != nil || start.tag != nil)
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let text = unsafe String(decoding: bytes, as: UTF8.self)
            let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
            let isDecorated = unsafe scalar.anchor != nil || scalar.tag != nil
            return (.scalar(YAMLScalar(text: text, isPlain: isPlain)), isDecorated)
        default: return (.streamEnd, false)
        }
    }

    private func syntaxError() -> PolicyFileError {
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "the text is not YAML"
        let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) + ": " } ?? ""
        guard unsafe parser.pointee.error != YAML_READER_ERROR else {
            // The reader counts bytes where the scanner counts lines.
            let offset = unsafe min(Int(parser.pointee.problem_offset), input.count)
            return PolicyFileError(
                file,
                unsafe FileMark(offset: offset, in: Array(input)),
                "it is not text: \(problem)",
                fix: "save it as UTF-8 text without control characters"
            )
        }
        return PolicyFileError(
            file,
            unsafe FileMark(parser.pointee.problem_mark),
            "it is not YAML: \(context)\(problem)",
            fix: "check indentation (spaces, no tabs), colons, quotes and brackets here and in the line above"
        )
    }
}

extension FileMark {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: mark.line + 1, column: mark.column + 1)
    }
}

struct YAMLEvent {
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias
        case scalar(YAMLScalar)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
    }

    let kind: Kind
    let mark: FileMark
    /// Whether the value has an anchor or an explicit tag, which these files do not use.
    let isDecorated: Bool
}

/// The version of the loaded libyaml.
package enum YAMLVersion {
    package static var text: String {
        // Unsafe, and right: a constant text of the library.
        guard let text = unsafe yaml_get_version_string() else { return "unknown" }
        return unsafe String(cString: text)
    }
}
