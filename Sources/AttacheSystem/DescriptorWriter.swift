import Glibc

/// Writing to an open file descriptor.
package enum DescriptorWriter {
    /// Writes all bytes, however many calls it takes, and blocks for as long.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - descriptor: Where they go.
    /// - Returns: How it ended.
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
                    // Somebody else made it non-blocking; waiting is still what is wanted.
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

/// How writing to a descriptor ended.
package enum WriteResult: Equatable, Sendable {
    /// All of it was taken.
    case written
    /// The reader went away, as with `| head`: a quiet end.
    case closed
    /// The system did not take the bytes, with its `errno`.
    case failed(Int32)
}
