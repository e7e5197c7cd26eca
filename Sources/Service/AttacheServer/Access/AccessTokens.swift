import AttacheCore
import MediaStore

/// The accepted bearer tokens.
///
/// Only their SHA-256 digests are kept. A token is looked up by its digest, so the duration of a look-up reveals
/// nothing about it.
struct AccessTokens: Sendable {
    private let entries: [[UInt8]: Client]

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    /// The number of different clients: one may have several tokens.
    var clientCount: Int { Set(entries.values).count }

    /// No tokens: every request is accepted.
    init() {
        entries = [:]
    }

    /// Parses the text of a token file: one `TOKEN` or `NAME TOKEN` per line; empty lines and lines that begin with `#`
    /// are ignored. Errors name `file` and the line, and never show a token.
    init(parsing text: String, file: String) throws(ConfigurationError) {
        var entries: [[UInt8]: Client] = [:]
        var problems: [String] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard words.count <= 2, let token = words.last else {
                problems.append("\(file):\(index + 1): invalid line: more than two words; use NAME TOKEN.")
                continue
            }
            guard token.utf8.count >= Self.shortest, token.utf8.allSatisfy(Self.isTokenByte) else {
                problems.append(
                    "\(file):\(index + 1): invalid token; use at least \(Self.shortest) characters of A-Z a-z 0-9 - . _ ~ + / and =."
                )
                continue
            }
            let name = words.count == 2 ? String(first) : "token-\(index + 1)"
            let client = Client(name: name)
            if let other = entries.updateValue(client, forKey: Self.digest(token.utf8)), other != client {
                problems.append(
                    "\(file):\(index + 1): invalid token: \(other.name) has the same one; give each client its own."
                )
            }
        }
        if entries.isEmpty, problems.isEmpty { problems.append("\(file): the file has no token; write one per line.") }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        self.entries = entries
    }

    func client(of token: some Sequence<UInt8>) -> Client? {
        entries[Self.digest(token)]
    }

    /// The minimum length of a token; shorter ones can be guessed.
    private static let shortest = 16

    /// The characters of a bearer token (RFC 6750).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-._~+/=".utf8.contains(byte)
        }
    }

    private static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] { RunningDigest.of(Array(bytes)) }
}

/// The file of bearer tokens.
enum TokenFile {
    /// Reads and parses the file; returns no tokens for the path `nil`.
    static func read(_ path: String?) throws(ConfigurationError) -> AccessTokens {
        guard let path else { return AccessTokens() }
        let bytes = try RegularFile.read(path, option: "token-file")
        return try AccessTokens(parsing: String(decoding: bytes, as: UTF8.self), file: path)
    }
}
