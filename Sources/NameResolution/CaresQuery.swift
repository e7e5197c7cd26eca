package import AttacheCore
import AttacheSystem
import CCares
import Glibc

/// One query of c-ares, retained until the library's answer.
final class CaresQuery {
    private let completion: (FamilyAnswer) -> Void

    init(completion: @escaping (FamilyAnswer) -> Void) {
        self.completion = completion
    }

    func answer(_ status: Int32, _ result: UnsafeMutablePointer<ares_addrinfo>?) {
        switch status {
        case ARES_SUCCESS: unsafe completion(.addresses(addresses(result)))
        case ARES_ENODATA: completion(.addresses([]))
        case ARES_ENOTFOUND: completion(.notFound)
        // Unsafe, and right: a constant C string of the library.
        default: completion(.failed(unsafe String(cString: ares_strerror(status))))
        }
    }

    private func addresses(_ result: UnsafeMutablePointer<ares_addrinfo>?) -> [IPAddress] {
        var addresses: [IPAddress] = []
        // Unsafe, and right: a list of nodes that is freed only after this call.
        var node = unsafe result?.pointee.nodes
        while let current = unsafe node {
            if let raw = unsafe current.pointee.ai_addr, let bytes = unsafe NetworkAddress.bytes(of: raw),
                let address = IPAddress(networkBytes: bytes)
            {
                addresses.append(address)
            }
            unsafe node = unsafe current.pointee.ai_next
        }
        return addresses
    }
}

func caresAnswered(
    _ context: UnsafeMutableRawPointer?,
    _ status: Int32,
    _ timeouts: Int32,
    _ result: UnsafeMutablePointer<ares_addrinfo>?
) {
    // Unsafe, and right: the context is the query retained for the request, and this is its only answer.
    if let context = unsafe context {
        unsafe Unmanaged<CaresQuery>.fromOpaque(context).takeRetainedValue().answer(status, result)
    }
    if let result = unsafe result { unsafe ares_freeaddrinfo(result) }
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
