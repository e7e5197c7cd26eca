/// One question that a `NameServer` was asked (RFC 1035, section 4.1.2).
package struct NameQuestion: Sendable {
    /// The record type A.
    static let addressType = 1
    /// The record type AAAA of RFC 3596.
    static let longAddressType = 28

    /// The name in lower case, without the full stop at its end.
    package let name: String
    /// Whether AAAA is asked for; otherwise it is A.
    package let isVersion6: Bool
    /// How often the same name and type were asked for before.
    package internal(set) var repetition = 0
    /// The header and the question as they came, which every answer repeats.
    let prefix: [UInt8]

    /// Reads a message; `nil` for all that is not one question for addresses.
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
