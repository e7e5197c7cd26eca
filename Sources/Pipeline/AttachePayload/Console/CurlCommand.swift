/// A curl command as a shell reads it, up to the first command after it.
struct CurlCommand {
    private static let dataOptions: Set<String> = [
        "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json",
    ]
    private static let formOptions: Set<String> = [
        "-F", "--form", "--form-string", "--data-urlencode", "-T", "--upload-file",
    ]

    /// The words of the command.
    let words: [[UInt8]]
    /// The text that the shell gives to standard input.
    private let document: [UInt8]?

    init(_ bytes: [UInt8]) throws(ConsoleFault) {
        var words = ShellWords(bytes)
        self.words = try words.all()
        document = words.document
    }

    /// The body that the command sends.
    func body() throws(ConsoleFault) -> [UInt8] {
        var bodies: [[UInt8]] = []
        var index = 1
        while index < words.count {
            let word = String(decoding: words[index], as: UTF8.self)
            index += 1
            guard let (option, attached) = Self.data(in: word) else {
                guard Self.formOptions.contains(word) else { continue }
                throw ConsoleFault("\(word) sends a form or a file, and no JSON")
            }
            var body = attached.map { Array($0.utf8) }
            if body == nil, index < words.count {
                body = words[index]
                index += 1
            }
            guard let body else { throw ConsoleFault("\(option) has no text after it") }
            bodies.append(try text(body, of: option))
        }
        guard bodies.count == 1, let body = bodies.first else {
            throw ConsoleFault(bodies.isEmpty ? "it has no body, such as -d '{…}'" : "it has several bodies")
        }
        return body
    }

    /// The option of a word that gives a body, and the text in the same word; also that of `-sd`.
    private static func data(in word: String) -> (option: String, attached: Substring?)? {
        if dataOptions.contains(word) { return (word, nil) }
        if word.hasPrefix("--") {
            guard let sign = word.firstIndex(of: "="), dataOptions.contains(String(word[..<sign])) else { return nil }
            return (String(word[..<sign]), word[word.index(after: sign)...])
        }
        if word.hasPrefix("-d") { return ("-d", word.dropFirst(2)) }
        let isCluster =
            word.hasPrefix("-") && word.hasSuffix("d") && word.dropFirst().allSatisfy { "sSkvLifgGnd".contains($0) }
        return isCluster && word.count > 2 ? ("-d", nil) : nil
    }

    /// The body in the text of an option; a file is named.
    private func text(_ body: [UInt8], of option: String) throws(ConsoleFault) -> [UInt8] {
        guard option != "--data-raw", body.first == UInt8(ascii: "@") else { return body }
        let name = String(decoding: body.dropFirst(), as: UTF8.self)
        if name == "-", let document { return document }
        throw ConsoleFault(
            name == "-"
                ? "its body comes from standard input" : "its body is in the file \(name.prefix(128)); give that file"
        )
    }
}

/// The words of a command of a shell.
struct ShellWords {
    private var scanner: ConsoleScanner
    /// The text for standard input: the lines after `<<` up to their mark, or the word after `<<<`.
    private(set) var document: [UInt8]?

    init(_ bytes: [UInt8]) { scanner = ConsoleScanner(bytes, from: 0) }

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
            document = findWord() ? try word() + [JSONByte.lineFeed] : nil
            guard findWord() else { return nil }
        }
        if scanner.take("<<") {
            document = hereDocument()
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
            case UInt8(ascii: "|"), UInt8(ascii: ";"), UInt8(ascii: ">"): return word
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
        let mark = scanner.takeLine().filter { $0 != "'" && $0 != "\"" && !$0.isWhitespace }
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
