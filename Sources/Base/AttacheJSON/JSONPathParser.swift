/// The parser of paths (RFC 9535 §2).
struct JSONPathParser {
    /// Larger integers are not portable (RFC 9535 §2.1).
    private static let indexLimit = (1 << 53) - 1

    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The next scalar; `nil` at the end.
    private var current: Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    /// Reads the steps after `$`; call it once.
    mutating func parse() throws(ConfigurationError) -> [JSONPathSegment] {
        guard take("$") else { throw error("A path begins with \"$\".") }
        var segments: [JSONPathSegment] = []
        while position < scalars.count {
            let end = position
            skipWhiteSpace()
            if take(".") {
                segments.append(try parseDotted())
            } else if take("[") {
                segments.append(try parseBracketed())
            } else {
                position = end
                throw error("\".\" or \"[\" is expected here.")
            }
        }
        return segments
    }

    /// Reads a step after a full stop.
    private mutating func parseDotted() throws(ConfigurationError) -> JSONPathSegment {
        if take("*") { return .wildcard }
        if current == "." {
            position -= 1
            throw error("Descendants (\"..\") are not supported.")
        }
        let start = position
        while let scalar = current, JSONPathParser.isNameScalar(scalar, isFirst: position == start) {
            position += 1
        }
        guard position > start else {
            throw error("A name or \"*\" is expected after \".\"; other names are written ['name'].")
        }
        return .name(text(start..<position))
    }

    /// Reads a step after an opening bracket, and the closing bracket.
    private mutating func parseBracketed() throws(ConfigurationError) -> JSONPathSegment {
        skipWhiteSpace()
        let segment = try parseSelector()
        skipWhiteSpace()
        switch current {
        case "]":
            position += 1
            return segment
        case ",": throw error("Several selectors in one pair of brackets are not supported.")
        case ":": throw error("Slices are not supported.")
        default: throw error("\"]\" is expected here.")
        }
    }

    private mutating func parseSelector() throws(ConfigurationError) -> JSONPathSegment {
        guard let scalar = current else { throw error("The path ends after \"[\".") }
        switch scalar {
        case "'", "\"": return .name(try parseQuoted())
        case "*":
            position += 1
            return .wildcard
        case "-", "0"..."9": return .index(try parseIndex())
        case ":": throw error("Slices are not supported.")
        case "?": throw error("Filters are not supported.")
        default: throw error("A quoted name, an index or \"*\" is expected after \"[\".")
        }
    }

    /// Reads an integer without leading zeros.
    private mutating func parseIndex() throws(ConfigurationError) -> Int {
        let start = position
        take("-")
        let first = position
        while let scalar = current, "0"..."9" ~= scalar {
            position += 1
        }
        let digits = text(first..<position)
        let hasLeadingZero = digits.hasPrefix("0") && (digits.count > 1 || first > start)
        guard !digits.isEmpty, !hasLeadingZero, let magnitude = Int(digits),
            magnitude <= JSONPathParser.indexLimit
        else {
            position = start
            throw error("An index is an integer without leading zeros, between -(2^53 - 1) and 2^53 - 1.")
        }
        return first > start ? -magnitude : magnitude
    }

    /// Reads a name in single or double quotes.
    private mutating func parseQuoted() throws(ConfigurationError) -> String {
        let start = position
        let quote = current
        position += 1
        var name = String.UnicodeScalarView()
        while let scalar = current {
            position += 1
            if scalar == quote {
                return String(name)
            }
            if scalar.value < 0x20 {
                position -= 1
                throw error("A control character in a name is written as an escape.")
            }
            name.append(scalar == "\\" ? try parseEscape(quote: quote) : scalar)
        }
        position = start
        throw error("The closing quote of the name is missing.")
    }

    /// Reads an escape after its backslash.
    private mutating func parseEscape(quote: Unicode.Scalar?) throws(ConfigurationError) -> Unicode.Scalar {
        let escape = current
        position += 1
        switch escape {
        case "b": return "\u{08}"
        case "f": return "\u{0C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "/": return "/"
        case "\\": return "\\"
        case "u": return try parseUnicodeEscape()
        case let escape? where escape == quote: return escape
        default:
            position -= 2
            throw error("The backslash does not begin a valid escape.")
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair.
    private mutating func parseUnicodeEscape() throws(ConfigurationError) -> Unicode.Scalar {
        let start = position - 2
        var unit = hexadecimal()
        if let high = unit, high & 0xFC00 == 0xD800, take("\\"), take("u"),
            let low = hexadecimal(), low & 0xFC00 == 0xDC00
        {
            unit = 0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF)
        }
        guard let scalar = unit.flatMap(Unicode.Scalar.init) else {
            position = start
            throw error("\"\\u\" is followed by four hexadecimal digits, or by two such escapes for a surrogate pair.")
        }
        return scalar
    }

    /// Reads four hexadecimal digits; nil when there are fewer.
    private mutating func hexadecimal() -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = current, scalar.isASCII,
                let digit = UInt8(truncatingIfNeeded: scalar.value).hexadecimalValue
            else { return nil }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// Consumes `scalar` if it is next; returns whether it was.
    @discardableResult
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        position += 1
        return true
    }

    private mutating func skipWhiteSpace() {
        while let scalar = current, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" {
            position += 1
        }
    }

    private func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        // One at a time: appending a sequence goes through types that are looked up at run time.
        for scalar in scalars[range] { view.append(scalar) }
        return String(view)
    }

    private func error(_ message: String) -> ConfigurationError {
        ConfigurationError(problems: ["column \(position + 1): \(message)"])
    }

    /// Whether a name after a full stop may contain a scalar: letters, `_`, non-ASCII, and digits except at the start.
    private static func isNameScalar(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9": !isFirst
        default: !scalar.isASCII
        }
    }
}
