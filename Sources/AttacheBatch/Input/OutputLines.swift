import AttacheCore
import Glibc
import SystemPackage

/// The lines of a finished output, one after the other; it blocks.
final class OutputLineReader {
    private static let pieceSize = 256 * 1024

    private let descriptor: Int32
    private var buffer: ArraySlice<UInt8> = []

    /// Opens an output; `nil` when it is not there in that size, so that it is not what the run wrote.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - byteCount: Its size in bytes as the run knows it.
    init?(_ path: FilePath, byteCount: Int) {
        descriptor = unsafe path.withPlatformString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            Int(status.st_size) == byteCount
        else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        close(descriptor)
    }

    /// The next line with its line feed, or `nil` when there is none or it cannot be read.
    func next() -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            let end = buffer.startIndex + buffer.span.firstIndex(of: JSONByte.lineFeed, from: 0)
            if end < buffer.endIndex {
                line += buffer[...end]
                buffer = buffer[(end + 1)...]
                return line
            }
            line += buffer
            buffer = read()[...]
            if buffer.isEmpty { return nil }
        }
    }

    private func read() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            var got = 0
            repeat {
                got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            } while got < 0 && errno == EINTR
            count = max(0, got)
        }
    }
}
