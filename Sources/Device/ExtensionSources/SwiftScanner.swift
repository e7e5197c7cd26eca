/// A word, mark or literal of Swift source, outside of comments.
package struct SwiftToken: Sendable, Equatable {
    package enum Kind: Sendable {
        /// A keyword or a name, without the backticks around it.
        case word
        /// `@` and a name.
        case attribute
        /// `#` and a name.
        case directive
        /// A string literal; the text is what is between the quotes.
        case string
        case punctuation
    }

    package let kind: Kind
    package let text: String
    /// The bytes of the token in the file.
    package let range: Range<Int>
    /// From 1.
    package let line: Int
    /// From 1, in Unicode code points.
    package let column: Int
}

/// Divides Swift source into tokens in linear time; it knows nested comments, all forms of strings, and interpolations.
///
/// It is not a parser: source that does not compile gives tokens too.
package struct SwiftScanner {
    private enum Context {
        /// Code in an interpolation or the file, with the number of open parentheses.
        case code(depth: Int)
        case string(start: Int, quoteCount: Int, pounds: Int, line: Int, column: Int)
    }

    private let bytes: [UInt8]
    private var position = 0
    /// Before this position no regular expression ends on its line.
    private var noExpressionBefore = 0
    private var line = 1
    /// The code points before `position` in the line.
    private var column = 0
    private var contexts = [Context.code(depth: 0)]
    private var tokens: [SwiftToken] = []
    /// Whether a slash here begins a regular expression and not a division.
    private var takesOperand = true

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The tokens of a text, at most one more than `limit`.
    package static func tokens(of bytes: [UInt8], limit: Int = .max) -> [SwiftToken] {
        var scanner = SwiftScanner(bytes)
        while scanner.position < bytes.count, scanner.tokens.count <= limit {
            if case .string(let start, let quotes, let pounds, let line, let column) = scanner.contexts.last {
                scanner.scanString(start, quotes, pounds, line, column)
            } else {
                scanner.scanCode()
            }
        }
        return scanner.tokens
    }

    private func byte(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private func hasPrefix(_ text: String, at offset: Int = 0) -> Bool {
        bytes[min(position + offset, bytes.count)...].starts(with: text.utf8)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 0
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }

    private mutating func advance(while holds: (UInt8) -> Bool) {
        while let byte = byte(0), holds(byte) { advance() }
    }

    private func countPounds(at offset: Int) -> Int {
        var count = 0
        while byte(offset + count) == UInt8(ascii: "#") { count += 1 }
        return count
    }

    private mutating func scanString(_ start: Int, _ quotes: Int, _ pounds: Int, _ line: Int, _ column: Int) {
        switch byte(0) {
        case UInt8(ascii: "\\") where countPounds(at: 1) >= pounds:
            advance(1 + pounds)
            if byte(0) == UInt8(ascii: "(") { contexts.append(.code(depth: 0)) }
            advance()
            takesOperand = true
        case UInt8(ascii: "\"")
        where (quotes == 1 || hasPrefix(#"""""#)) && countPounds(at: quotes) >= pounds:
            add(.string, start + quotes + pounds..<position, line, column)
            advance(quotes + pounds)
            contexts.removeLast()
            takesOperand = false
        case UInt8(ascii: "\n") where quotes == 1:
            // It does not compile; the rest of the file is no string.
            contexts.removeLast()
            advance()
        default: advance()
        }
    }

    private mutating func scanCode() {
        guard let first = byte(0) else { return }
        let start = (position, line, column + 1)
        switch first {
        case UInt8(ascii: "/") where hasPrefix("//"): advance { $0 != UInt8(ascii: "\n") }
        case UInt8(ascii: "/") where hasPrefix("/*"): skipComment()
        case UInt8(ascii: "/") where takesOperand && skipRegularExpression(): takesOperand = false
        case UInt8(ascii: "\""): beginString(pounds: 0)
        case UInt8(ascii: "#"):
            let pounds = countPounds(at: 0)
            if byte(pounds) == UInt8(ascii: "\"") { return beginString(pounds: pounds) }
            advance(pounds)
            advance(while: Self.isWord)
            add(.directive, start.0..<position, start.1, start.2)
            takesOperand = true
        case UInt8(ascii: "@"):
            advance()
            advance(while: Self.isWord)
            add(.attribute, start.0..<position, start.1, start.2)
        case UInt8(ascii: "`"):
            advance()
            advance { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }
            add(.word, start.0 + 1..<position, start.1, start.2)
            advance()
            takesOperand = false
        case let byte where Self.isWord(byte):
            advance(while: Self.isWord)
            add(.word, start.0..<position, start.1, start.2)
            takesOperand = ["return", "in", "case", "where", "try", "await"].contains(tokens.last?.text ?? "")
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): advance()
        default: scanPunctuation(first)
        }
    }

    private mutating func scanPunctuation(_ first: UInt8) {
        takesOperand = first != UInt8(ascii: ")") && first != UInt8(ascii: "]") && first != UInt8(ascii: "}")
        if case .code(let depth) = contexts.last {
            if first == UInt8(ascii: "(") {
                contexts[contexts.count - 1] = .code(depth: depth + 1)
            } else if first == UInt8(ascii: ")") {
                if depth == 0, contexts.count > 1 {
                    contexts.removeLast()
                    return advance()
                }
                contexts[contexts.count - 1] = .code(depth: max(0, depth - 1))
            }
        }
        add(.punctuation, position..<position + 1, line, column + 1)
        advance()
    }

    private mutating func beginString(pounds: Int) {
        let isMultiline = hasPrefix(#"""""#, at: pounds)
        let quotes = isMultiline ? 3 : 1
        contexts.append(.string(start: position, quoteCount: quotes, pounds: pounds, line: line, column: column + 1))
        advance(pounds + quotes)
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if hasPrefix("/*") {
                depth += 1
                advance(2)
            } else if hasPrefix("*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && position < bytes.count
    }

    /// Skips `/…/` when it ends in the same line; otherwise the slash is an operator.
    private mutating func skipRegularExpression() -> Bool {
        guard position >= noExpressionBefore, let next = byte(1), next != UInt8(ascii: " "), next != UInt8(ascii: "=")
        else { return false }
        var offset = 1
        while let byte = byte(offset), byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "/") {
                advance(offset + 1)
                return true
            }
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        // No later mark on this line ends one either.
        noExpressionBefore = position + offset
        return false
    }

    private mutating func add(_ kind: SwiftToken.Kind, _ range: Range<Int>, _ line: Int, _ column: Int) {
        let text = String(decoding: bytes[range], as: UTF8.self)
        tokens.append(SwiftToken(kind: kind, text: text, range: range, line: line, column: column))
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
