import Glibc

/// Ports on loopback.
package enum LoopbackPort {
    struct Failure: Error {}

    /// A port without a listener.
    package static func free() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                unsafe bind(descriptor, raw, length) == 0 ? unsafe getsockname(descriptor, raw, &length) : -1
            }
        }
        guard status == 0 else { throw Failure() }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Whether the port accepts connections.
    package static func isOpen(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: UInt16(port))
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                unsafe connect(descriptor, raw, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return status == 0
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
