package import AttacheSystem
import Glibc

/// A TCP socket on 127.0.0.1 that never blocks in a call and closes with its last reference.
package final class LoopbackSocket: Sendable {
    let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        set(Int32(IPPROTO_TCP), TCP_NODELAY, to: Int32(1))
    }

    deinit { close(descriptor) }

    /// Listens on a port, or with 0 on one chosen by the system.
    package static func listening(on port: Int = 0) throws(SystemCallError) -> LoopbackSocket {
        // A named port is wanted again while the kernel still remembers its last connections.
        let listener = try holding(port, isReusable: port != 0)
        guard listen(listener.descriptor, 1024) == 0 else { throw SystemCallError(operation: "listen", code: errno) }
        return listener
    }

    /// Holds a port, or with 0 one chosen by the system, on which every connection is refused.
    package static func refusing(on port: Int = 0) throws(SystemCallError) -> LoopbackSocket {
        try holding(port, isReusable: false)
    }

    private static func holding(_ port: Int, isReusable: Bool) throws(SystemCallError) -> LoopbackSocket {
        let holder = try make()
        if isReusable { holder.set(SOL_SOCKET, SO_REUSEADDR, to: Int32(1)) }
        guard unsafe withAddress(port: port, { unsafe bind(holder.descriptor, $0, $1) }) == 0 else {
            throw SystemCallError(operation: "bind", code: errno)
        }
        return holder
    }

    /// Connects to a port of this machine, 1 to 65535.
    package static func connected(to port: Int) throws(SystemCallError) -> LoopbackSocket {
        let socket = try make()
        // Blocking only for the handshake, which the kernel completes at once on this interface.
        _ = fcntl(socket.descriptor, F_SETFL, 0)
        defer { _ = fcntl(socket.descriptor, F_SETFL, O_NONBLOCK) }
        guard unsafe withAddress(port: port, { unsafe connect(socket.descriptor, $0, $1) }) == 0 else {
            throw SystemCallError(operation: "connect", code: errno)
        }
        return socket
    }

    package var port: Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Unsafe, and right: the length is the size of the structure.
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Accepts a waiting connection; returns `nil` when none can be accepted now.
    package func accept() -> LoopbackSocket? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        return accepted < 0 ? nil : LoopbackSocket(descriptor: accepted)
    }

    /// Sends as many bytes, of at least one, as the system accepts at once; returns their number, 0 when the buffer is
    /// full, or `nil` when the connection has ended.
    package func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        // Unsafe, and right: the buffer is valid during the call. A disconnected peer must not raise SIGPIPE.
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// Receives up to `limit` available bytes, at least 1; returns none when none are available yet, or `nil` at the
    /// end of the stream or of the connection.
    package func receive(limit: Int) -> [UInt8]? {
        var isAtEnd = false
        // Unsafe, and right: recv() writes at most the buffer's length and returns the number of bytes.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
            let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            initialized = max(0, count)
            isAtEnd = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
        }
        return isAtEnd ? nil : bytes
    }

    /// Shuts down sending; the peer reads the end of the stream.
    package func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes closing the socket a reset (RST), so that the peer reads an error instead of an end.
    package func resetOnClose() {
        set(SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    }

    private static func make() throws(SystemCallError) -> LoopbackSocket {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemCallError(operation: "socket", code: errno) }
        return LoopbackSocket(descriptor: descriptor)
    }

    private static func withAddress(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Unsafe, and right: a sockaddr_in is passed as a sockaddr with its own length, as POSIX has it.
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32, to value: Value) {
        var value = value
        unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
    }
}

extension LoopbackSocket {
    /// The condition of a wait.
    package enum Interest: Sendable {
        /// Bytes to receive, a connection to accept, or the end of the stream.
        case receiving
        case sending
        /// Only the end of the peer.
        case closing

        /// The events for `poll`; an error or a hang-up is reported in any case.
        fileprivate var events: Int16 {
            switch self {
            case .receiving: Int16(POLLIN)
            case .sending: Int16(POLLOUT)
            // POLLRDHUP of Linux's <poll.h>, which is defined only with _GNU_SOURCE.
            case .closing: 0x2000
            }
        }
    }

    /// Waits for the condition until `instant`, or with `nil` without a deadline; the signal `stop` has precedence.
    package func wait(for interest: Interest, until instant: ContinuousClock.Instant?, stop: StopSignal) -> WaitResult {
        var watched = [
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: interest.events, revents: 0),
        ]
        guard StopSignal.poll(&watched, until: instant) else { return .timedOut }
        if watched[0].revents != 0 { return .stopped }
        return interest == .closing ? .peerClosed : .ready
    }

    /// Sends all bytes, until `instant` or with `nil` without a deadline; returns whether the system accepted them.
    package func sendAll(
        _ bytes: ArraySlice<UInt8>,
        until instant: ContinuousClock.Instant? = nil,
        stop: StopSignal
    ) -> Bool {
        var left = bytes
        while !left.isEmpty {
            guard wait(for: .sending, until: instant, stop: stop) == .ready, let count = send(left) else {
                return false
            }
            left = left.dropFirst(count)
        }
        return true
    }
}
