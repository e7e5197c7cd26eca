import AttacheCore
import CCares
import Glibc

/// Reads the address in a node of an answer.
enum NodeAddress {
    /// The IP address in a socket address.
    ///
    /// - Parameter address: A socket address that lives for the call; its family says how long it is.
    /// - Returns: The address, or `nil` for a family that is no IP.
    static func address(_ address: UnsafePointer<sockaddr>) -> IPAddress? {
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            // Unsafe, and right: the family says that a sockaddr_in stands there.
            return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                .v4(UInt32(bigEndian: unsafe $0.pointee.sin_addr.s_addr))
            }
        case AF_INET6:
            // Unsafe, and right: the family says that a sockaddr_in6 stands there, which holds 16 bytes of address.
            return unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                var bytes = unsafe pointer.pointee.sin6_addr
                return unsafe withUnsafeBytes(of: &bytes) { raw in
                    .v6(
                        high: UInt64(bigEndian: unsafe raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                        low: UInt64(bigEndian: unsafe raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                    )
                }
            }
        default:
            return nil
        }
    }
}
