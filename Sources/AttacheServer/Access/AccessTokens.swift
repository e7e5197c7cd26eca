import AttacheCore
import Crypto
import Glibc
import SystemPackage

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
    /// - Throws: `ConfigurationError` that names the line; tokens themselves are never shown.
    init(parsing text: String, file: String) throws(ConfigurationError) {
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
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
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

/// Reads the file of bearer tokens.
enum TokenFile {
    /// The most bytes that are read of it: some ten thousand tokens.
    private static let limit = 1 << 20

    /// Reads the file.
    ///
    /// - Parameter path: The file's path; `nil` for none.
    /// - Returns: Its tokens; none without a file.
    /// - Throws: `ConfigurationError` when it cannot be read or used.
    static func read(_ path: String?) throws(ConfigurationError) -> AccessTokens {
        guard let path else { return AccessTokens() }
        let bytes: [UInt8]?
        do {
            // Whatever else has this name, such as a pipe, must not hold up whoever opens it.
            let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
            bytes = try file.closeAfter { isRegular(file) ? try contents(of: file) : nil }
        } catch {
            throw ConfigurationError(problems: ["token-file: \(path) cannot be read: \(error)."])
        }
        guard let bytes else { throw ConfigurationError(problems: ["token-file: \(path) is no regular file."]) }
        guard bytes.count <= limit else {
            throw ConfigurationError(problems: ["token-file: \(path) is longer than \(limit) bytes."])
        }
        return try AccessTokens(parsing: String(decoding: bytes, as: UTF8.self), file: path)
    }

    private static func isRegular(_ file: FileDescriptor) -> Bool {
        var status = stat()
        return unsafe fstat(file.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The file's bytes; one more than the limit where there are more.
    private static func contents(of file: FileDescriptor) throws -> [UInt8] {
        try unsafe [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
            while count < buffer.count {
                // Unsafe, and right: the kernel writes at most as many bytes as are left of the buffer.
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]
                )
                let read = try unsafe file.read(into: rest)
                if read == 0 { break }
                count += read
            }
        }
    }
}
