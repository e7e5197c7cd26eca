package import Glibc

/// The addresses of socket structures.
package enum NetworkAddress {
    /// Returns the four or sixteen bytes of an IP address in network order; `nil` for any other family.
    package static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8]? {
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            // Unsafe, and right: the family guarantees a sockaddr_in.
            unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                unsafe withUnsafeBytes(of: pointer.pointee.sin_addr) { unsafe Array($0) }
            }
        case AF_INET6:
            // Unsafe, and right: the family guarantees a sockaddr_in6, which has 16 bytes of address.
            unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                unsafe withUnsafeBytes(of: pointer.pointee.sin6_addr) { unsafe Array($0) }
            }
        default: nil
        }
    }
}
