import AttacheCore
import Crypto

/// The bearer tokens that are let in.
///
/// Only their SHA-256 is kept. A token is found by its digest, about which nobody who does not have the token can learn
/// anything from the time that this takes.
struct AccessTokens: Sendable {
    private let entries: [SHA256Digest: Client]

    /// Whether nobody needs a token.
    var isEmpty: Bool { entries.isEmpty }
    /// How many there are.
    var count: Int { entries.count }

    /// No tokens: everybody is let in.
    init() {
        entries = [:]
    }

    /// Reads a token file: one token a line, as `TOKEN` or `NAME TOKEN`; empty lines and lines that begin with `#` count for
    /// nothing.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - file: Its name, for messages.
    /// - Throws: `ServiceConfigurationError` that names the line; tokens themselves are never shown.
    init(parsing text: String, file: String) throws(ServiceConfigurationError) {
        var entries: [SHA256Digest: Client] = [:]
        var problems: [String] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard words.count <= 2, let token = words.last else {
                problems.append("\(file):\(index + 1): more than a name and a token; write NAME TOKEN.")
                continue
            }
            guard token.utf8.count >= Self.shortest, token.utf8.allSatisfy(Self.isTokenByte) else {
                problems.append(
                    "\(file):\(index + 1): the token is no \(Self.shortest) or more of A-Z a-z 0-9 - . _ ~ + / and =."
                )
                continue
            }
            let name = words.count == 2 ? String(first) : "token-\(index + 1)"
            entries[Self.digest(token.utf8)] = Client(name: name)
        }
        if entries.isEmpty, problems.isEmpty { problems.append("\(file): there is no token in it; write one a line.") }
        guard problems.isEmpty else { throw ServiceConfigurationError(problems: problems) }
        self.entries = entries
    }

    /// Whom a token belongs to.
    ///
    /// - Parameter token: What the request carries.
    /// - Returns: The client, or `nil` when nobody's token is this one.
    func client(of token: some Sequence<UInt8>) -> Client? {
        entries[Self.digest(token)]
    }

    /// Shorter ones can be guessed.
    private static let shortest = 16

    /// What RFC 6750 lets a bearer token be made of.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-._~+/=".utf8.contains(byte)
        }
    }

    private static func digest(_ bytes: some Sequence<UInt8>) -> SHA256Digest { SHA256.hash(data: Array(bytes)) }
}
