package import Glibc

/// The addresses that the system hands out.
package enum NetworkAddress {
    /// The bytes of the IP address in a socket address, in network order.
    ///
    /// - Parameter address: A socket address that lives for the call; its family says how long it is.
    /// - Returns: Four or sixteen bytes, or `nil` for a family that is no IP.
    package static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8]? {
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            // Unsafe, and right: the family says that a sockaddr_in stands there.
            unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                unsafe withUnsafeBytes(of: pointer.pointee.sin_addr) { unsafe Array($0) }
            }
        case AF_INET6:
            // Unsafe, and right: the family says that a sockaddr_in6 stands there, which holds 16 bytes of address.
            unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                unsafe withUnsafeBytes(of: pointer.pointee.sin6_addr) { unsafe Array($0) }
            }
        default: nil
        }
    }
}
