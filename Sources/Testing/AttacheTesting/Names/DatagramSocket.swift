import AttacheSystem
import Glibc
import LoopbackOrigin

/// A UDP socket on 127.0.0.1 that never blocks in a call.
final class DatagramSocket: Sendable {
    struct Peer: Sendable {
        fileprivate let address: sockaddr_in
    }

    private let descriptor: Int32

    /// Binds a socket to a port; throws `SystemCallError` when the port is in use.
    init(port: Int) throws(SystemCallError) {
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw SystemCallError(operation: "socket", code: errno) }
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Unsafe, and right: a sockaddr_in is passed as a sockaddr with its own length, as POSIX has it.
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw SystemCallError(operation: "bind", code: errno) }
    }

    deinit { close(descriptor) }

    /// Waits for a datagram until `instant` or the signal, and returns the cause of the end; an `instant` of `nil` is
    /// no deadline.
    func wait(until instant: ContinuousClock.Instant?, stop: StopSignal) -> WaitResult {
        var watched = [
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard StopSignal.poll(&watched, until: instant) else { return .timedOut }
        return watched[0].revents != 0 ? .stopped : .ready
    }

    /// Receives a datagram; returns `nil` when there is none.
    func receive() -> (bytes: [UInt8], peer: Peer)? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let limit = bytes.count
        // Unsafe, and right: the call writes at most `limit` bytes and one `sockaddr_in`.
        let count = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe recvfrom(descriptor, &bytes, limit, 0, general, &length)
            }
        }
        return count > 0 ? (Array(bytes.prefix(count)), Peer(address: address)) : nil
    }

    func send(_ bytes: [UInt8], to peer: Peer) {
        var address = peer.address
        // Unsafe, and right: as above; a datagram that cannot be sent is lost, which UDP permits.
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                let length = socklen_t(MemoryLayout<sockaddr_in>.size)
                _ = unsafe sendto(descriptor, bytes, bytes.count, 0, general, length)
            }
        }
    }
}
