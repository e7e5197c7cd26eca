/// The words of a command of a shell.
struct ShellWords {
    private var scanner: ConsoleScanner
    /// The text for standard input: the lines after `<<` up to their mark, or the word after `<<<`.
    private var text: [UInt8]?
    /// Whether the shell fills in variables and commands in the text.
    private var isExpanded = false

    init(_ bytes: [UInt8]) { scanner = ConsoleScanner(bytes, from: 0) }

    /// Whether the command ends at `&`, after which the shell reads another one.
    var isCut: Bool { scanner.has("&") && !scanner.has("&&") }

    /// The text for standard input as the command gets it; throws where it depends on variables or commands.
    func document() throws(ConsoleFault) -> [UInt8]? {
        guard isExpanded, let text else { return text }
        var expanded: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch (byte, rest.first) {
            case (JSONByte.backslash, JSONByte.lineFeed): rest.removeFirst()
            case (JSONByte.backslash, let next?)
            where [JSONByte.backslash, UInt8(ascii: "$"), UInt8(ascii: "`")].contains(next):
                expanded.append(rest.removeFirst())
            case (UInt8(ascii: "`"), _): throw Self.variable
            case (UInt8(ascii: "$"), let next?) where next.isASCIILetter || "_{(0123456789@*#?$!-".utf8.contains(next):
                throw Self.variable
            default: expanded.append(byte)
            }
        }
        return expanded
    }

    private static let variable = ConsoleFault(
        "the shell fills in variables or commands in its text; give the values, or write <<'EOF' to send the text as it is"
    )

    /// The words up to the end of the command.
    mutating func all() throws(ConsoleFault) -> [[UInt8]] {
        var words: [[UInt8]] = []
        while let word = try next() { words.append(word) }
        return words
    }

    private mutating func next() throws(ConsoleFault) -> [UInt8]? {
        guard findWord() else { return nil }
        while scanner.take("<<<") {
            // The shell adds a line break; the arguments go on after the word.
            text = findWord() ? try word() + [JSONByte.lineFeed] : nil
            isExpanded = false
            guard findWord() else { return nil }
        }
        if scanner.take("<<") {
            text = hereDocument()
            return nil
        }
        return try word()
    }

    /// Moves to the next word of the command; `false` where it ends.
    private mutating func findWord() -> Bool {
        while let byte = scanner.next {
            // A line that ends with a mark of continuation.
            if byte == JSONByte.backslash || byte == UInt8(ascii: "^"), isLineBreak(after: scanner.index) {
                scanner.index += 1
                if !scanner.take("\r\n") { _ = scanner.take("\n") }
            } else if byte == JSONByte.lineFeed {
                scanner.index += 1
                // Browsers copy commands with the options on lines by themselves.
                var rest = scanner
                rest.skipSpace()
                guard rest.isAtEnd || rest.has("-") else { return false }
                scanner = rest
            } else if JSONByte.isWhiteSpace(byte) {
                scanner.index += 1
            } else if byte == UInt8(ascii: "#") {
                // A comment.
                _ = scanner.take { $0 == JSONByte.lineFeed }
            } else {
                break
            }
        }
        guard let byte = scanner.next else { return false }
        return ![UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: ">")].contains(byte)
    }

    private mutating func word() throws(ConsoleFault) -> [UInt8] {
        var word: [UInt8] = []
        while let byte = scanner.next, !JSONByte.isWhiteSpace(byte) {
            switch byte {
            case 0x27: word += try quoted()
            case JSONByte.quote: word += try doubleQuoted()
            case UInt8(ascii: "$") where scanner.has("$'"):
                scanner.index += 1
                word += Array(try ConsoleString.read(&scanner, .javaScript).utf8)
            case JSONByte.backslash:
                if isLineBreak(after: scanner.index) { return word }
                scanner.index += 1
                if let escaped = scanner.next { word.append(escaped) }
                scanner.index += 1
            case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: ">"): return word
            case UInt8(ascii: "<") where scanner.has("<<"): return word
            default:
                word.append(byte)
                scanner.index += 1
            }
        }
        return word
    }

    private func isLineBreak(after index: Int) -> Bool {
        var after = scanner
        after.index = index + 1
        return after.has("\n") || after.has("\r\n")
    }

    private mutating func quoted() throws(ConsoleFault) -> [UInt8] {
        scanner.index += 1
        let text = scanner.take { $0 == 0x27 }
        guard scanner.take("'") else { throw scanner.fault("a quotation mark is missing") }
        return Array(text.utf8)
    }

    private mutating func doubleQuoted() throws(ConsoleFault) -> [UInt8] {
        scanner.index += 1
        var text: [UInt8] = []
        while let byte = scanner.next {
            scanner.index += 1
            if byte == JSONByte.quote { return text }
            if byte == JSONByte.backslash, let escaped = scanner.next,
                [JSONByte.quote, JSONByte.backslash, UInt8(ascii: "$"), UInt8(ascii: "`"), JSONByte.lineFeed].contains(
                    escaped
                )
            {
                scanner.index += 1
                if escaped != JSONByte.lineFeed { text.append(escaped) }
            } else {
                text.append(byte)
            }
        }
        throw scanner.fault("a quotation mark is missing")
    }

    /// `<<EOF`, `<<'EOF'` or `<<-EOF`: the lines up to the mark.
    private mutating func hereDocument() -> [UInt8]? {
        _ = scanner.take("-")
        let line = scanner.takeLine().drop { $0 == " " || $0 == "\t" }
        let word = line.prefix { !$0.isWhitespace && !"|&;>".contains($0) }
        isExpanded = !word.contains { "'\"\\".contains($0) }
        let mark = word.filter { !"'\"\\".contains($0) }
        guard !mark.isEmpty else { return nil }
        var text: [UInt8] = []
        while !scanner.isAtEnd {
            let line = scanner.takeLine()
            if line.drop(while: { $0 == "\t" }) == mark { return text }
            text += Array(line.utf8) + [JSONByte.lineFeed]
        }
        return text
    }
}
