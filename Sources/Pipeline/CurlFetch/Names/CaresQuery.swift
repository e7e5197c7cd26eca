package import AttacheCore
import CNetwork
import Glibc

/// One question of c-ares, retained until the library's answer.
final class CaresQuery {
    /// The class IN and the types A and AAAA of RFC 1035 and RFC 3596.
    static let (internet, addressType, longAddressType): (Int32, Int32, Int32) = (1, 1, 28)
    /// The limit of addresses of one answer; a larger one is an attack.
    static let addressLimit = 256
    /// The longest datagram without EDNS (RFC 1035, section 2.3.4), to which c-ares cuts a longer one.
    private static let datagramLimit = 512

    private let isVersion6: Bool
    private let completion: (CaresReply) -> Void

    init(isVersion6: Bool, completion: @escaping (CaresReply) -> Void) {
        self.isVersion6 = isVersion6
        self.completion = completion
    }

    func answer(_ status: Int32, _ message: UnsafeBufferPointer<UInt8>) {
        // The flag TC is the second bit of the third byte (RFC 1035, section 4.1.1).
        let isCut = unsafe message.count > 2 && (message[2] & 0x02 != 0 || message.count == Self.datagramLimit)
        switch status {
        case ARES_SUCCESS, ARES_ENODATA:
            unsafe completion(isCut ? .truncated(parsed(message)) : .answer(parsed(message)))
        case ARES_ENOTFOUND: completion(.answer(.notFound))
        case ARES_ECONNREFUSED: completion(.unreachable(Self.failure(status)))
        default: completion(.answer(Self.failure(status)))
        }
    }

    private static func failure(_ status: Int32) -> FamilyAnswer {
        // Unsafe, and right: a constant C string of the library.
        .failed(unsafe String(cString: ares_strerror(status)))
    }

    /// Reads the addresses, one more than the limit at most. The library follows the aliases.
    private func parsed(_ message: UnsafeBufferPointer<UInt8>) -> FamilyAnswer {
        var count = Int32(Self.addressLimit + 1)
        let status: Int32
        var addresses: [IPAddress?]
        // Unsafe, and right: the library reads the message only in this call, and writes `count` elements at most.
        if isVersion6 {
            var found = [ares_addr6ttl](repeating: ares_addr6ttl(), count: Int(count))
            status = unsafe ares_parse_aaaa_reply(message.baseAddress, Int32(message.count), nil, &found, &count)
            addresses = found.prefix(Int(count)).map { entry in
                IPAddress(networkBytes: unsafe withUnsafeBytes(of: entry.ip6addr) { unsafe Array($0) })
            }
        } else {
            var found = [ares_addrttl](repeating: ares_addrttl(), count: Int(count))
            status = unsafe ares_parse_a_reply(message.baseAddress, Int32(message.count), nil, &found, &count)
            addresses = found.prefix(Int(count)).map { IPAddress.v4(UInt32(bigEndian: $0.ipaddr.s_addr)) }
        }
        guard status == ARES_SUCCESS || status == ARES_ENODATA else { return Self.failure(status) }
        return .addresses(addresses.compactMap(\.self))
    }
}

func caresAnswered(
    _ context: UnsafeMutableRawPointer?,
    _ status: Int32,
    _ timeouts: Int32,
    _ message: UnsafeMutablePointer<UInt8>?,
    _ length: Int32
) {
    guard let context = unsafe context else { return }
    // Unsafe, and right: the context is the query retained for the question, and this is its only answer; the message
    // lives for this call.
    let bytes = unsafe UnsafeBufferPointer(start: message, count: message == nil ? 0 : Int(length))
    unsafe Unmanaged<CaresQuery>.fromOpaque(context).takeRetainedValue().answer(status, bytes)
}

/// The end of one question on one channel.
enum CaresReply {
    case answer(FamilyAnswer)
    /// The answer did not fit into a datagram; over TCP, it is what the server says.
    case truncated(FamilyAnswer)
    /// No server could be reached: refused, reset or closed.
    case unreachable(FamilyAnswer)
}

package enum FamilyAnswer: Sendable, Equatable {
    /// The addresses; none when the name exists without addresses of this family.
    case addresses([IPAddress])
    case notFound
    /// A failed lookup, with the resolver's message.
    case failed(String)

    /// Combines one answer per family, in the order to connect. Returns the addresses of the families in alternation; a
    /// failure when either lookup failed or there are more than `limit` addresses.
    package static func combine(_ answers: [FamilyAnswer], limit: Int) -> ResolveResult {
        var families: [[IPAddress]] = []
        for answer in answers {
            switch answer {
            case .addresses(let addresses): families.append(addresses)
            case .notFound: families.append([])
            case .failed(let words): return .failed(detail: words)
            }
        }
        let count = families.reduce(0) { $0 + $1.count }
        guard count <= limit else { return .failed(detail: "it has more than \(limit) addresses") }
        guard count > 0 else { return .notFound }
        var addresses: [IPAddress] = []
        for index in 0..<(families.map(\.count).max() ?? 0) {
            for family in families where index < family.count { addresses.append(family[index]) }
        }
        return .addresses(addresses)
    }
}
