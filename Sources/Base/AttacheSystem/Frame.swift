import Glibc

/// A frame between a process and its helper: a length of four bytes, the lowest first, and that many bytes.
package enum Frame {
    /// Writes frames, each with at most `limit` bytes of its text, to a blocking socket; returns whether all of them were
    /// written. A dead reader raises no signal.
    package static func write(_ texts: [[UInt8]], limit: Int, to descriptor: Int32) -> Bool {
        var frames: [UInt8] = []
        frames.reserveCapacity(texts.reduce(0) { $0 + 4 + min($1.count, limit) })
        for text in texts {
            let length = min(text.count, limit)
            for shift in stride(from: 0, to: 32, by: 8) { frames.append(UInt8(truncatingIfNeeded: length >> shift)) }
            frames.append(contentsOf: text[..<length])
        }
        var written = 0
        while written < frames.count {
            // Unsafe, and right: the pointer stays within the array, which lives for the call.
            let count = unsafe frames.withUnsafeBytes { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe send(descriptor, base + written, buffer.count - written, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Reads a frame of at most `limit` bytes from a blocking descriptor, or one with a read timeout; returns `nil` at
    /// the end, after an error and for a longer frame.
    package static func read(from descriptor: Int32, limit: Int) -> [UInt8]? {
        guard let head = readAll(4, from: descriptor) else { return nil }
        let length = (0..<4).reduce(0) { $0 | Int(head[$1]) << ($1 * 8) }
        guard length <= limit else { return nil }
        return readAll(length, from: descriptor)
    }

    private static func readAll(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        let bytes = try? FileDescriptor.readAll(count, from: descriptor)
        return bytes?.count == count ? bytes : nil
    }
}
