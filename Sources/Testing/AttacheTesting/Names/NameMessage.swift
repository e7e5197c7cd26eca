package import AttacheCore

/// Writes the messages of a `NameServer` (RFC 1035, section 4).
enum NameMessage {
    /// The limit of a message over UDP without EDNS: RFC 1035, section 2.3.4.
    static let datagramLimit = 512
    private static let aliasType = 5

    /// Returns the message of a reply; `nil` for silence.
    static func bytes(_ reply: NameReply, to question: NameQuestion) -> [UInt8]? {
        switch reply {
        case .silence: nil
        case .garbage(let bytes): bytes
        case .code(let code): message(question, code: code, records: [])
        case .delayed(_, let reply): bytes(reply, to: question)
        case .addresses(let addresses): message(question, code: 0, records: records(addresses, question))
        case .alias(let name, let addresses):
            message(question, code: 0, records: [alias(name)] + records(addresses, question, of: encoded(name)))
        }
    }

    /// Returns a truncated answer, which makes the client retry over TCP.
    static func truncated(_ question: NameQuestion) -> [UInt8] {
        var bytes = message(question, code: 0, records: [])
        bytes[2] |= 0x02
        return bytes
    }

    private static func message(_ question: NameQuestion, code: UInt8, records: [[UInt8]]) -> [UInt8] {
        var bytes = question.prefix
        // A response, recursion desired and available; one question, the records, and nothing else.
        let counts = [0, 1, UInt8(records.count >> 8), UInt8(records.count & 0xFF), 0, 0, 0, 0]
        bytes.replaceSubrange(2..<12, with: [0x81, 0x80 | code] + counts)
        return bytes + records.joined()
    }

    private static func records(
        _ addresses: [IPAddress],
        _ question: NameQuestion,
        of name: [UInt8] = [0xC0, 12]
    ) -> [[UInt8]] {
        addresses.compactMap { address in
            switch address {
            case .v4(let bits) where !question.isVersion6:
                record(name, NameQuestion.addressType, bytes(of: UInt64(bits), count: 4))
            case .v6(let high, let low) where question.isVersion6:
                record(name, NameQuestion.longAddressType, bytes(of: high, count: 8) + bytes(of: low, count: 8))
            default: nil
            }
        }
    }

    private static func alias(_ name: String) -> [UInt8] {
        record([0xC0, 12], aliasType, encoded(name))
    }

    /// Returns a record of class IN with a TTL of zero.
    private static func record(_ name: [UInt8], _ type: Int, _ data: [UInt8]) -> [UInt8] {
        name + [0, UInt8(type), 0, 1, 0, 0, 0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
    }

    private static func encoded(_ name: String) -> [UInt8] {
        name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    private static func bytes(of number: UInt64, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
    }
}

/// One question received by a `NameServer` (RFC 1035, section 4.1.2).
package struct NameQuestion: Sendable {
    static let addressType = 1
    /// The record type AAAA of RFC 3596.
    static let longAddressType = 28

    /// The name in lower case, without the full stop at its end.
    package let name: String
    /// Whether AAAA is requested; otherwise A.
    package let isVersion6: Bool
    /// The number of earlier questions for the same name and type.
    package internal(set) var repetition = 0
    /// The header and the question as received, which every answer repeats.
    let prefix: [UInt8]

    /// Parses a message; `nil` unless it is one question for addresses.
    init?(_ message: [UInt8]) {
        guard message.count > 16 else { return nil }
        var labels: [String] = []
        var place = 12
        while place < message.count, message[place] != 0 {
            let next = place + 1 + Int(message[place])
            guard next < message.count else { return nil }
            labels.append(String(decoding: message[place + 1..<next], as: UTF8.self).lowercased())
            place = next
        }
        guard place + 5 <= message.count else { return nil }
        let type = Int(message[place + 1]) << 8 | Int(message[place + 2])
        guard type == Self.addressType || type == Self.longAddressType else { return nil }
        name = labels.joined(separator: ".")
        isVersion6 = type == Self.longAddressType
        prefix = Array(message[..<(place + 5)])
    }
}

/// The reaction of a `NameServer` to one question.
package indirect enum NameReply: Sendable {
    /// The addresses of the question's type; if there are none, an answer without records.
    case addresses([IPAddress])
    /// An alias, and the addresses of its target.
    case alias(String, [IPAddress])
    /// No records and a response code of RFC 1035, section 4.1.1: 2 is SERVFAIL, 3 NXDOMAIN, 5 REFUSED.
    case code(UInt8)
    /// No answer.
    case silence
    case delayed(Duration, NameReply)
    /// These bytes instead of a message.
    case garbage([UInt8])
}
