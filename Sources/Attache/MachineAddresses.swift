import AttacheCore
import Glibc

/// The addresses of this machine's interfaces.
enum MachineAddresses {
    /// The addresses now; none when the system does not tell. What a router before the machine translates is not known.
    static var current: Set<IPAddress> {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var addresses: Set<IPAddress> = []
        // Unsafe, and right: a list that lives until it is freed, behind this loop.
        var entry = unsafe first
        while let current = unsafe entry {
            if let raw = unsafe current.pointee.ifa_addr, let address = unsafe address(raw) {
                addresses.insert(address)
            }
            unsafe entry = unsafe current.pointee.ifa_next
        }
        return addresses
    }

    private static func address(_ address: UnsafePointer<sockaddr>) -> IPAddress? {
        let isLong = unsafe Int32(address.pointee.sa_family) == AF_INET6
        let size = isLong ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        // Unsafe, and right: the family says how long the address is; of any other family the call makes nothing.
        let status = unsafe getnameinfo(
            address,
            socklen_t(size),
            &text,
            socklen_t(text.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        guard status == 0 else { return nil }
        let bytes = text.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: "%")) }.map { UInt8(bitPattern: $0) }
        return IPAddress(parsing: String(decoding: bytes, as: UTF8.self))
    }
}
