import AttacheCore
import CCares
import Glibc

/// One question to c-ares, kept alive by the library until it answers.
final class CaresQuery {
    private let completion: (FamilyAnswer) -> Void

    init(completion: @escaping (FamilyAnswer) -> Void) {
        self.completion = completion
    }

    /// Takes the library's answer.
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
        // Unsafe, and right: a list of nodes that lives until it is freed, behind this call.
        var node = unsafe result?.pointee.nodes
        while let current = unsafe node {
            if let raw = unsafe current.pointee.ai_addr, let address = unsafe NodeAddress.address(raw) {
                addresses.append(address)
            }
            unsafe node = unsafe current.pointee.ai_next
        }
        return addresses
    }
}

/// c-ares has an answer, or gives up.
func caresAnswered(
    _ context: UnsafeMutableRawPointer?,
    _ status: Int32,
    _ timeouts: Int32,
    _ result: UnsafeMutablePointer<ares_addrinfo>?
) {
    // Unsafe, and right: the context is the query retained when it was asked, and this is its only answer.
    if let context = unsafe context {
        unsafe Unmanaged<CaresQuery>.fromOpaque(context).takeRetainedValue().answer(status, result)
    }
    if let result = unsafe result { unsafe ares_freeaddrinfo(result) }
}
