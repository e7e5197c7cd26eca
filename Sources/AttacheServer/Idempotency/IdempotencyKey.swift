import Crypto
import HTTPTypes
import Hummingbird

/// The key by which a client names a request that it may send again: the header `Idempotency-Key`.
///
/// It is a string of structured fields (RFC 9651), `"8e03978e"`; the same without quotation marks is taken too, as many
/// clients send it.
struct IdempotencyKey: Sendable, Equatable {
    /// The longest key, in bytes.
    static let longest = 255

    /// The key without quotation marks: 1 to 255 printable characters of ASCII.
    let text: String

    /// The key of a request, or `nil` when it has none.
    ///
    /// - Parameter request: The request.
    /// - Throws: `Problem` when the header is no key.
    init?(_ request: Request) throws(Problem) {
        guard let field = request.headers[.idempotencyKey] else { return nil }
        try self.init(parsing: field)
    }

    /// Reads a header.
    ///
    /// - Parameter field: The header's value.
    /// - Throws: `Problem` when it is no key.
    init(parsing field: String) throws(Problem) {
        var bytes = Array(field.utf8.drop(while: Self.isBlank))
        while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
        guard let key = bytes.first == UInt8(ascii: "\"") ? Self.quoted(bytes) : Self.bare(bytes),
            (1...Self.longest).contains(key.count)
        else {
            throw Problem(
                .badRequest,
                "The header Idempotency-Key is no key; write a string in quotation marks, 1 to \(Self.longest) characters."
            )
        }
        text = String(decoding: key, as: UTF8.self)
    }

    /// What the key stands under: keys of one client never meet those of another.
    ///
    /// - Parameter client: Whom the request counts for.
    /// - Returns: SHA-256 of both.
    func digest(for client: Client) -> SHA256Digest {
        var hash = SHA256()
        hash.update(data: Array("\(client.name.utf8.count):\(client.name)\(text)".utf8))
        return hash.finalize()
    }

    /// A string of RFC 9651 §4.2.5, the whole of the bytes.
    private static func quoted(_ bytes: [UInt8]) -> [UInt8]? {
        var key: [UInt8] = []
        var index = 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                return index == bytes.count - 1 ? key : nil
            case UInt8(ascii: "\\"):
                index += 1
                guard index < bytes.count, "\"\\".utf8.contains(bytes[index]) else { return nil }
                key.append(bytes[index])
            case 0x20...0x7E:
                key.append(bytes[index])
            default:
                return nil
            }
            index += 1
        }
        return nil
    }

    /// A key without quotation marks: a token of RFC 9651 §3.3.4, with any first character.
    private static func bare(_ bytes: [UInt8]) -> [UInt8]? {
        let isToken = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: "!#$%&'*+-.^_`|~:/=".utf8.contains(byte)
            }
        }
        return isToken ? bytes : nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

/// What was asked, as far as the answer depends on it: the body, the query and the deadline.
enum RequestFingerprint {
    /// SHA-256 of what was asked.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its whole body.
    /// - Returns: The digest.
    static func of(_ request: Request, body: [UInt8]) -> SHA256Digest {
        var hash = SHA256()
        // With its length before it, no part can pass for the end of another.
        for text in [request.uri.query ?? "", request.headers[.attacheDeadline] ?? ""] {
            hash.update(data: Array("\(text.utf8.count):\(text)".utf8))
        }
        hash.update(data: body)
        return hash.finalize()
    }
}
