import Glibc

package enum DescriptorWriter {
    /// Writes all bytes, in as many calls as needed, and blocks meanwhile.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> WriteResult {
        unsafe bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                // Unsafe, and right: the pointer stays within the buffer, which lives for the closure.
                guard let start = buffer.baseAddress else { return .written }
                let count = unsafe Glibc.write(descriptor, start + offset, buffer.count - offset)
                if count >= 0 {
                    offset += count
                } else if errno == EPIPE {
                    return .closed
                } else if errno == EAGAIN {
                    // Another process may have made it non-blocking; waiting is still required.
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = unsafe poll(&waiting, 1, -1)
                } else if errno != EINTR {
                    return .failed(errno)
                }
            }
            return .written
        }
    }
}

package enum WriteResult: Equatable, Sendable {
    case written
    /// The reader closed its end, as with `| head`, which is not an error.
    case closed
    /// The write failed with this `errno`.
    case failed(Int32)
}
