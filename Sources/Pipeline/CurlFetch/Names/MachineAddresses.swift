package import AttacheCore
import AttacheSystem
import Glibc

/// The addresses of this machine's interfaces.
package enum MachineAddresses {
    /// The current addresses; none when the system call fails. Addresses translated by a router are not included.
    package static var current: Set<IPAddress> {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var addresses: Set<IPAddress> = []
        // Unsafe, but correct: the list lives until the `defer` above frees it, after this loop.
        var entry = unsafe first
        while let current = unsafe entry {
            if let raw = unsafe current.pointee.ifa_addr, let bytes = unsafe NetworkAddress.bytes(of: raw),
                let address = IPAddress(networkBytes: bytes)
            {
                addresses.insert(address)
            }
            unsafe entry = unsafe current.pointee.ifa_next
        }
        return addresses
    }
}
