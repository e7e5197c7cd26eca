package import AttacheCore
package import AttacheSystem
import Foundation

/// A file that is only in memory, counting what is read of it.
package final class MemoryFile: ByteSource {
    private let bytes: [UInt8]
    /// How many bytes were handed out.
    package private(set) var readCount = 0

    package var byteCount: Int { bytes.count }

    /// Creates a file.
    ///
    /// - Parameter bytes: Its content.
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
}

extension MemoryFile {
    /// The first bytes of a file of the system.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - count: How many bytes at most.
    /// - Returns: The bytes.
    /// - Throws: Foundation's error when the file cannot be read.
    package static func named(_ path: String, count: Int) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? handle.close() }
        return Array(try handle.read(upToCount: count) ?? Data())
    }

    /// Writes a file of the system.
    ///
    /// - Parameters:
    ///   - bytes: Its content.
    ///   - path: The file's path.
    /// - Throws: Foundation's error when the file cannot be written.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }
}

/// A second opinion that is always the same.
package final class FixedTypeDetector: TypeDetecting {
    private let answer: String?
    private let lengths = Locked<[Int]>([])

    /// Creates a guesser.
    ///
    /// - Parameter answer: The MIME type it gives, or `nil` for a library that fails.
    package init(_ answer: String?) {
        self.answer = answer
    }

    /// The lengths of the prefixes it was shown, in order.
    package var prefixLengths: [Int] { lengths.withLock { $0 } }

    package func mimeType(of prefix: [UInt8]) async -> String? {
        lengths.withLock { $0.append(prefix.count) }
        return answer
    }
}
