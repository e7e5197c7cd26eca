package import AttacheCore
package import AttacheSystem
import Foundation

/// A file in memory that counts the bytes read.
package final class MemoryFile: ByteSource {
    private let bytes: [UInt8]
    package private(set) var readCount = 0

    package var byteCount: Int { bytes.count }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
        guard offset >= 0, count >= 0 else { throw SystemCallError(operation: "read", code: 22) }
        guard offset < bytes.count else { return [] }
        let taken = Array(bytes[offset..<offset + min(count, bytes.count - offset)])
        readCount += taken.count
        return taken
    }

    /// Returns the first `count` bytes of a file on disk.
    package static func named(_ path: String, count: Int) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? handle.close() }
        return Array(try handle.read(upToCount: count) ?? Data())
    }

    package static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }
}

/// A type detector with a fixed answer: a MIME type, or `nil` for a failure of the library.
package final class FixedTypeDetector: TypeDetecting {
    private let answer: String?
    private let lengths = Locked<[Int]>([])

    package init(_ answer: String?) {
        self.answer = answer
    }

    /// The lengths of the examined prefixes, in order.
    package var prefixLengths: [Int] { lengths.withLock { $0 } }

    package func ask(_ prefix: [UInt8]) -> TypeQuestion {
        lengths.withLock { $0.append(prefix.count) }
        return TypeQuestion(answer)
    }
}
