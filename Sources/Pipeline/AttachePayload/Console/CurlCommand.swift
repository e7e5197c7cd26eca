/// A curl command as a shell reads it, up to the first command after it.
///
/// Source: the manual page of curl, for the options that have arguments.
struct CurlCommand {
    private static let dataOptions: Set<String> = [
        "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json",
    ]
    private static let formOptions: Set<String> = [
        "-F", "--form", "--form-string", "--data-urlencode", "-T", "--upload-file",
    ]
    /// The letters of options with an argument, which may be in the same word.
    private static let lettersWithArguments = "AbcCdDeEFHKmoPQrtTuUwxXyYz"
    private static let wordsWithArguments: Set<String> = [
        "--aws-sigv4", "--cacert", "--capath", "--cert", "--cert-type", "--ciphers", "--config", "--connect-timeout",
        "--connect-to", "--cookie", "--cookie-jar", "--dns-servers", "--dump-header", "--header", "--interface",
        "--key",
        "--key-type", "--limit-rate", "--max-redirs", "--max-time", "--netrc-file", "--noproxy", "--oauth2-bearer",
        "--output", "--output-dir", "--pass", "--proto", "--proxy", "--proxy-header", "--proxy-user", "--range",
        "--referer", "--request", "--request-target", "--resolve", "--retry", "--retry-delay", "--retry-max-time",
        "--stderr", "--tls-max", "--trace", "--trace-ascii", "--unix-socket", "--url", "--url-query", "--user",
        "--user-agent", "--variable", "--write-out",
    ]

    private(set) var urls: [[UInt8]] = []
    private(set) var headers: [[UInt8]] = []
    private var bodies: [(option: String, text: [UInt8]?)] = []
    /// An option that sends a form or a file.
    private var form: String?
    /// An option that puts the data into the URL.
    private var query: String?
    private let shell: ShellWords

    init(_ bytes: [UInt8]) throws(ConsoleFault) {
        var shell = ShellWords(bytes)
        var words = try shell.all().dropFirst()
        self.shell = shell
        while let word = words.popFirst() {
            guard word.count > 1, word.first == UInt8(ascii: "-") else {
                urls.append(word)
                continue
            }
            let text = String(decoding: word, as: UTF8.self)
            if text.hasPrefix("--") {
                let name = text.prefix { $0 != "=" }
                let attached = name.count < text.count ? text[name.endIndex...].dropFirst() : nil
                take(String(name), attached, &words)
            } else {
                readLetters(text.dropFirst(), &words)
            }
        }
    }

    /// Reads options of one letter each, such as `sSd` in `-sSd`: the last one may have an argument.
    private mutating func readLetters(_ letters: Substring, _ words: inout ArraySlice<[UInt8]>) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard Self.lettersWithArguments.contains(letter) else {
                take("-\(letter)", nil, &words)
                continue
            }
            return take("-\(letter)", letters.isEmpty ? nil : letters, &words)
        }
    }

    private mutating func take(_ option: String, _ attached: Substring?, _ words: inout ArraySlice<[UInt8]>) {
        let isData = Self.dataOptions.contains(option)
        let isForm = Self.formOptions.contains(option)
        if isForm { form = form ?? option }
        if option == "-G" || option == "--get" { query = option }
        let isLetter = option.count == 2 && Self.lettersWithArguments.contains(option.dropFirst())
        guard isData || isForm || isLetter || Self.wordsWithArguments.contains(option) else { return }
        let argument = attached.map { Array($0.utf8) } ?? words.popFirst()
        if isData { bodies.append((option, argument)) }
        guard let argument else { return }
        switch option {
        case "-H", "--header": headers.append(argument)
        case "--url": urls.append(argument)
        default: break
        }
    }

    /// The body that the command sends.
    func body() throws(ConsoleFault) -> [UInt8] {
        if let form { throw ConsoleFault("\(form) sends a form or a file, and no JSON") }
        if let query { throw ConsoleFault("\(query) puts the data into the URL, and sends no body") }
        guard bodies.count == 1, let body = bodies.first else {
            guard bodies.isEmpty else { throw ConsoleFault("it has several bodies") }
            throw ConsoleFault(
                shell.isCut
                    ? "it ends at the first & that is not in quotation marks, and has no body before"
                    : "it has no body, such as -d '{…}'"
            )
        }
        guard let text = body.text else { throw ConsoleFault("\(body.option) has no text after it") }
        return try content(text, of: body.option)
    }

    /// The body in the text of an option; a file is named.
    private func content(_ body: [UInt8], of option: String) throws(ConsoleFault) -> [UInt8] {
        guard option != "--data-raw", body.first == UInt8(ascii: "@") else { return body }
        let name = String(decoding: body.dropFirst(), as: UTF8.self)
        if name == "-", let document = try shell.document() { return document }
        throw ConsoleFault(
            name == "-"
                ? "its body comes from standard input" : "its body is in the file \(name.prefix(128)); give that file"
        )
    }
}
