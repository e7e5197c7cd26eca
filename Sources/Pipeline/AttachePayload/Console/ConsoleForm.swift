/// A form in which payloads are pasted that is not JSON: what a console prints, or a command that sends one.
@usableFromInline package enum ConsoleForm: Sendable, Equatable {
    case curl
    case nsLog
    case swift
    /// A literal of the source, of which texts are in quotes.
    case swiftSource
    case python
    case pythonBytes
    case javaScript
    /// The same with variables, of which the names stand for their values.
    case variables([String])
    case ruby
    case varDump
    case printR
    case phpSource
    case commented
    case typographic
    case yaml
    case lineBreaks
    case trailingCommas
    case lineBreaksAndCommas

    /// The name for sentences, such as `the output of NSLog`.
    package var title: String {
        switch self {
        case .curl: "a curl command"
        case .nsLog: "the output of NSLog"
        case .swift: "the output of Swift's print"
        case .swiftSource: "a dictionary in Swift source"
        case .python: "Python's repr of a dictionary"
        case .pythonBytes: "Python's repr of bytes"
        case .javaScript, .variables: "a JavaScript object"
        case .ruby: "Ruby's inspect of a hash"
        case .varDump: "the output of PHP's var_dump"
        case .printR: "the output of PHP's print_r"
        case .phpSource: "a PHP array"
        case .commented: "JSON with comments, as in documentation"
        case .typographic: "text with typographic quotation marks, as word processors write them"
        case .yaml: "YAML"
        case .lineBreaks: "JSON with raw line breaks in its strings"
        case .trailingCommas: "JSON with a comma before a closing bracket"
        case .lineBreaksAndCommas: "JSON with raw line breaks in its strings and a comma before a closing bracket"
        }
    }

    /// How to get JSON, as a sentence.
    package var advice: String {
        switch self {
        case .curl: "Give only the body of the request: the text after -d, without the quotes around it."
        case .nsLog, .swift, .swiftSource:
            "To get JSON, print String(decoding: try JSONSerialization.data(withJSONObject: userInfo), as: UTF8.self)."
        case .pythonBytes: "Print body.decode() to get JSON."
        case .python: "Print json.dumps(payload) to get JSON, which has double quotes."
        case .javaScript: "Print JSON.stringify(payload) to get JSON, which has its keys in double quotes."
        case .variables(let names):
            "Print JSON.stringify(payload) where the code sends it, or write values for the variables, such as "
                + "\(names.first ?? "token"): '…'."
        case .ruby: "Print payload.to_json to get JSON."
        case .varDump, .printR, .phpSource: "Print json_encode($payload) to get JSON."
        case .commented: "Remove the comments: JSON has none."
        case .yaml: "Convert it to JSON; the phone and push services accept nothing else."
        case .lineBreaks: "Remove the line breaks: JSON parsers refuse them, and a URL has none."
        case .trailingCommas: "Remove the comma: JSON parsers refuse it."
        case .lineBreaksAndCommas: "Remove the line breaks and the comma: JSON parsers refuse both."
        case .typographic: "Use straight quotation marks: \" in place of \u{201C} and \u{201D}."
        }
    }

    /// Whether numbers and texts look alike in it.
    var losesTypes: Bool { self == .nsLog || self == .printR || self == .swift }
}

extension ConsoleForm {
    /// The note of a payload that was read from such a text.
    var note: Reason {
        if self == .commented {
            return Reason(
                .payloadConsoleText,
                "This is JSON with comments; Attache reads it without them.",
                fix: advice
            )
        }
        if [.lineBreaks, .trailingCommas, .lineBreaksAndCommas].contains(self) {
            return Reason(
                .payloadConsoleText,
                "This is \(title), which no parser accepts; Attache ignores \(self == .trailingCommas ? "it" : "them").",
                fix: advice
            )
        }
        if case .variables(let names) = self {
            let value =
                names.count == 1
                ? "the text \(names[0].prefix(64)) as its value" : "their names as their values"
            return Reason(
                .payloadConsoleText,
                "This is \(title), read as JSON. \(Self.naming(names)); Attache uses \(value).",
                fix: advice
            )
        }
        let types = losesTypes ? " Numbers and texts look alike in it, so digits are read as a number." : ""
        if self == .curl { return Reason(.payloadConsoleText, "This is a curl command; Attache checks its body.") }
        return Reason(.payloadConsoleText, "This is \(title), read as JSON.\(types)", fix: advice)
    }

    /// Says which variables a text has, as the beginning of a sentence.
    static func naming(_ names: [String]) -> String {
        let shown = names.prefix(4).map { String($0.prefix(64)) }
        let list = names.count > 4 ? shown.joined(separator: ", ") + " and others" : shown.listed
        return names.count == 1
            ? "\(list) is a variable" : "\(list) are variables"
    }
}

extension [String] {
    /// The texts with commas between them, and `and` before the last.
    fileprivate var listed: String {
        guard let last, count > 1 else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}
