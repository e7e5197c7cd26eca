/// A form in which payloads are pasted that is not JSON: what a console prints, or a command that sends one.
@usableFromInline package enum ConsoleForm: Sendable {
    case curl
    case nsLog
    case swift
    case python
    case javaScript
    case ruby
    case varDump
    case printR
    case phpSource
    case commented
    case typographic
    case yaml
    case lineBreaks

    /// The name for sentences, such as `the output of NSLog`.
    package var title: String {
        switch self {
        case .curl: "a curl command"
        case .nsLog: "the output of NSLog"
        case .swift: "the output of Swift's print"
        case .python: "Python's repr of a dictionary"
        case .javaScript: "a JavaScript object"
        case .ruby: "Ruby's inspect of a hash"
        case .varDump: "the output of PHP's var_dump"
        case .printR: "the output of PHP's print_r"
        case .phpSource: "a PHP array"
        case .commented: "JSON with comments, as documentation has it"
        case .typographic: "text with typographic quotation marks, as word processors write them"
        case .yaml: "YAML"
        case .lineBreaks: "JSON with raw line breaks in its strings"
        }
    }

    /// How to get JSON, as a sentence.
    package var advice: String {
        switch self {
        case .curl: "Give the body of the request by itself: the text after -d, without the quotes around it."
        case .nsLog, .swift:
            "To get JSON, print String(decoding: try JSONSerialization.data(withJSONObject: userInfo), as: UTF8.self)."
        case .python: "Print json.dumps(payload) to get JSON, which has double quotes."
        case .javaScript: "Print JSON.stringify(payload) to get JSON, which has its keys in double quotes."
        case .ruby: "Print payload.to_json to get JSON."
        case .varDump, .printR, .phpSource: "Print json_encode($payload) to get JSON."
        case .commented: "Remove the comments: JSON has none."
        case .yaml: "Convert it to JSON; the phone and push services take nothing else."
        case .lineBreaks: "Remove the line breaks: a parser of JSON refuses them, and a URL has none."
        case .typographic: "Write straight quotation marks, \" in place of \u{201C} and \u{201D}."
        }
    }

    /// Whether numbers and texts look alike in it.
    var losesTypes: Bool { self == .nsLog || self == .printR || self == .swift }
}

/// Text of a console, read as JSON.
package enum ConsoleText: Sendable {
    /// A form that was read with certainty, and the JSON.
    case json([UInt8], ConsoleForm)
    /// A form that was not, and the cause as half a sentence.
    case unreadable(ConsoleForm, cause: String)
    /// A form that was read, whose content is no push as Attache knows it, or is broken: what it is, and what to do.
    case other(ConsoleForm, sentence: String, fix: String)

    /// The cause for a command whose body is a text.
    private static let textBody = "its body is not JSON"
    /// The longest text that is read, in bytes.
    static let byteLimit = 256 << 10

    /// Reads a text that is no JSON; `nil` for one that has none of the forms.
    package static func read(_ bytes: [UInt8]) -> ConsoleText? {
        guard bytes.count <= byteLimit, String(validating: bytes, as: UTF8.self) != nil else { return nil }
        let joined = BrokenStrings.json(bytes)
        guard let (form, start) = joined == nil ? ConsoleMark.find(in: bytes) : (.lineBreaks, 0) else { return nil }
        do throws(ConsoleFault) {
            let json: [UInt8]
            switch form {
            case .typographic: throw ConsoleFault("JSON has straight ones")
            case .yaml: throw ConsoleFault("it needs a reader of YAML")
            case .lineBreaks: json = joined ?? []
            case .curl:
                let command = try CurlCommand(Array(bytes[start...]))
                if let service = TextService.find(in: command) {
                    return .other(form, sentence: service.sentence, fix: service.fix)
                }
                json = try command.body()
            case .varDump: json = try VarDumpReader.read(bytes, from: start).json
            case .printR: json = try PrintRReader.read(bytes, from: start).json
            default: json = try LiteralReader.read(bytes, from: start, form).json
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
                    "For a service that takes a text, give what the phone receives: the page Troubleshooting says how to save it."
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

extension ConsoleForm {
    /// The note of a payload that was read from such a text.
    var note: Reason {
        if self == .commented {
            return Reason(.payloadConsoleText, "This is JSON with comments, read without them.", fix: advice)
        }
        if self == .lineBreaks {
            return Reason(
                .payloadConsoleText,
                "This is \(title), which no parser takes; read without them.",
                fix: advice
            )
        }
        let types = losesTypes ? " Numbers and texts look alike in it; digits are read as a number." : ""
        if self == .curl { return Reason(.payloadConsoleText, "This is a curl command; its body is judged.") }
        return Reason(.payloadConsoleText, "This is \(title), read as JSON.\(types)", fix: advice)
    }
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
