/// Text of a console, read as JSON.
package enum ConsoleText: Sendable {
    /// A form that was read with certainty, and the JSON.
    case json([UInt8], ConsoleForm)
    /// A form that was not, and the cause as half a sentence.
    case unreadable(ConsoleForm, cause: String)
    /// A text that was understood, whose content is no push as Attache knows it, or is broken: what it is, and what to do;
    /// without a form for a text that is no value at all.
    case other(ConsoleForm?, sentence: String, fix: String)

    /// The cause for a command whose body is a text.
    private static let textBody = "its body is not JSON"
    /// The longest text that is read, in bytes.
    static let byteLimit = 256 << 10

    /// Reads a text that is no JSON; `nil` for one that has none of the forms, and that says nothing known.
    package static func read(_ bytes: [UInt8]) -> ConsoleText? {
        guard bytes.count <= byteLimit, String(validating: bytes, as: UTF8.self) != nil else { return nil }
        let text = value(in: bytes)
        switch text {
        case .json, .other, .unreadable(.yaml, _), .unreadable(.curl, _): return text
        // What a log or a source says is known also where a value in it cannot be read.
        case .unreadable, nil:
            return KnownText.find(in: bytes).map { .other(nil, sentence: $0.sentence, fix: $0.fix) } ?? text
        }
    }

    private static func value(in bytes: [UInt8]) -> ConsoleText? {
        let mended = BrokenJSON.mended(bytes)
        guard let (found, start) = mended.map({ ($0.form, 0) }) ?? ConsoleMark.find(in: bytes) else { return nil }
        var form = found
        do throws(ConsoleFault) {
            let json: [UInt8]
            switch form {
            case .typographic: throw ConsoleFault("JSON has straight ones")
            case .yaml: throw ConsoleFault("it needs a reader of YAML")
            case .lineBreaks, .trailingCommas, .lineBreaksAndCommas: json = mended?.json ?? []
            case .curl:
                let command = try CurlCommand(Array(bytes[start...]))
                if let service = TextService.find(in: command) {
                    return .other(form, sentence: service.sentence, fix: service.fix)
                }
                json = try command.body()
            case .varDump: json = try VarDumpReader.read(bytes, from: start).json
            case .pythonBytes: json = try Self.bytes(in: bytes, from: start)
            case .printR: json = try PrintRReader.read(bytes, from: start).json
            case .javaScript where LocalNotification.isCall(bytes[..<start]):
                return .other(form, sentence: LocalNotification.sentence, fix: LocalNotification.fix)
            default:
                let literal = try LiteralReader.read(bytes, from: start, form)
                guard literal.unknown.isEmpty else {
                    return .other(
                        form,
                        sentence:
                            "This is \(form.title). \(ConsoleForm.naming(literal.unknown)) without a known value.",
                        fix:
                            "Print JSON.stringify(payload) where the code sends it and give that text, or write values "
                            + "for the variables."
                    )
                }
                if !literal.names.isEmpty { form = .variables(literal.names) }
                if form == .swift, isSource(bytes[start...]) { form = .swiftSource }
                json = literal.value.json
            }
            // Two equal keys, or a body that is not JSON.
            do throws(JSONError) {
                _ = try JSONDocument(parsing: json)
            } catch {
                let message = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
                let cause = "\(form == .curl ? textBody : "its content is not JSON"): \(message.prefix(200))"
                // An object or a list was meant, so the mistake is in it.
                if form == .curl, let first = json.first(where: { !JSONByte.isWhiteSpace($0) }),
                    first == JSONByte.openBrace || first == JSONByte.openBracket
                {
                    return .other(
                        form,
                        sentence: "This is \(form.title), and \(cause).",
                        fix: PayloadReader.fix(error, in: json, isLine: false)
                    )
                }
                throw ConsoleFault(cause)
            }
            return .json(json, form)
        } catch {
            return .unreadable(form, cause: error.cause)
        }
    }

    /// The bytes that Python's `b'…'` stands for.
    private static func bytes(in text: [UInt8], from start: Int) throws(ConsoleFault) -> [UInt8] {
        var scanner = ConsoleScanner(text, from: start + 1)
        let units = try ConsoleString.read(&scanner, .python).utf16
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw scanner.fault("other text follows the value") }
        let bytes = units.compactMap { UInt8(exactly: $0) }
        guard bytes.count == units.count else { throw ConsoleFault("it has a character that bytes do not have") }
        return bytes
    }

    /// Whether a dictionary of Swift has nothing that only print writes: the names of types, and braces.
    private static func isSource(_ text: ArraySlice<UInt8>) -> Bool {
        (["AnyHashable(", "Optional(", "{"] as [StaticString]).allSatisfy { text.firstIndex(of: $0) == nil }
    }

    /// The reason of a text that only some commands read.
    var rejection: Reason {
        switch self {
        case .json(_, let form):
            Reason(
                .payloadInvalidJSON,
                "This is \(form.title), not JSON.",
                fix: "\(form.advice) attache explain and attache lint read it as it is."
            )
        case .unreadable(.typographic, _):
            Reason(
                .payloadInvalidJSON,
                "This is \(ConsoleForm.typographic.title), not JSON.",
                fix: ConsoleForm.typographic.advice
            )
        case .unreadable(.yaml, _):
            Reason(
                .payloadInvalidJSON,
                "This is YAML, not JSON.",
                fix: "\(ConsoleForm.yaml.advice) attache explain reads the file as it is."
            )
        case .other(_, let sentence, let fix): Reason(.payloadInvalidJSON, sentence, fix: fix)
        case .unreadable(.curl, let cause) where cause.hasPrefix(Self.textBody):
            Reason(
                .payloadInvalidJSON,
                "This is a curl command, and \(cause).",
                fix:
                    "If the service takes plain text, give what the phone receives; the page Troubleshooting says how "
                    + "to save it."
            )
        case .unreadable(let form, let cause):
            Reason(
                .payloadInvalidJSON,
                "This is \(form.title), not JSON, and it cannot be read with certainty: \(cause).",
                fix: form.advice
            )
        }
    }
}

/// Why a text of a known form cannot be read.
struct ConsoleFault: Error {
    /// Half a sentence.
    let cause: String

    init(_ cause: String) { self.cause = cause }
}

extension InputItem {
    /// The item with the JSON that its text stands for, if it is the text of a console; otherwise the same item.
    ///
    /// A line of many is never read so.
    package func transcribed() -> InputItem {
        guard origin.line == nil, case .bytes(let bytes) = content, (try? JSONDocument(parsing: bytes)) == nil,
            case .json(let json, let form) = ConsoleText.read(bytes)
        else { return self }
        var item = self
        item.content = .transcribed(json, form)
        return item
    }
}
