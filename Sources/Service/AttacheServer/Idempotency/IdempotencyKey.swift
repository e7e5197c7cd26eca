import HTTPTypes
import HummingbirdCore
import MediaStore

/// The header `Idempotency-Key`, which identifies a request across retries.
///
/// It is a string of structured fields (RFC 9651), `"8e03978e"`; the same without quotation marks is accepted too,
/// since many clients send it.
struct IdempotencyKey: Sendable, Equatable {
    /// The maximum length of a key, in bytes.
    static let longest = 255

    /// The key without quotation marks: 1 to 255 printable ASCII characters.
    let text: String

    /// Reads the key of a request; `nil` if it has none. Throws if the header is invalid.
    init?(_ head: RequestHead) throws(Problem) {
        guard let field = head[.idempotencyKey] else { return nil }
        try self.init(parsing: field)
    }

    /// Parses the value of the header.
    init(parsing field: String) throws(Problem) {
        var bytes = Array(field.utf8.drop(while: Self.isBlank))
        while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
        guard let key = bytes.first == UInt8(ascii: "\"") ? Self.quoted(bytes) : Self.bare(bytes),
            (1...Self.longest).contains(key.count)
        else {
            throw Problem(
                .badRequest,
                "Invalid Idempotency-Key header; use a quoted string of 1 to \(Self.longest) characters."
            )
        }
        text = String(decoding: key, as: UTF8.self)
    }

    /// 8 bytes for the client and 24 for client and key, both of SHA-256, so that keys of different clients never collide.
    func digest(for client: Client) -> [UInt8] {
        let name = Array(client.name.utf8)
        let both = Array("\(name.count):\(client.name)\(text)".utf8)
        return Array(RunningDigest.of(name).prefix(8) + RunningDigest.of(both).prefix(24))
    }

    /// Parses all bytes as a string of RFC 9651 §4.2.5.
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

    /// Parses a key without quotation marks: a token of RFC 9651 §3.3.4, with any first character.
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

/// The parts of a request that determine its response: body, query and deadline.
enum RequestFingerprint {
    /// The SHA-256 of those parts.
    static func of(_ head: RequestHead, body: [UInt8]) -> [UInt8] {
        var digest = RunningDigest()
        // Length-prefixed, so that different parts cannot produce the same input.
        for text in [head.uri.query ?? "", head[.attacheDeadline] ?? ""] {
            digest.update(Array("\(text.utf8.count):\(text)".utf8)[...])
        }
        digest.update(body[...])
        return digest.value
    }
}
