import AttacheThreads
import Glibc
import SystemPackage

/// An unfinished output file that is appended to.
final class OutputFile {
    private let path: FilePath
    private let descriptor: Int32
    /// How many bytes are in the file.
    private(set) var byteCount: Int

    /// Opens a file, and creates it where it is missing.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - byteCount: How many bytes of it count; what an interrupted run wrote beyond is cut off.
    /// - Throws: `BatchError`, also when the file is shorter.
    init(_ path: FilePath, keeping byteCount: Int) throws(BatchError) {
        self.path = path
        self.byteCount = byteCount
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC
        descriptor = unsafe path.withPlatformString { unsafe open($0, flags, 0o644) }
        guard descriptor >= 0 else { throw Self.fault(path, errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.fault(path, errno) }
        guard Int(status.st_size) >= byteCount else {
            let sentence = "\(path.string) is shorter than the ledger says, so somebody else has changed it."
            throw BatchError(.environment, sentence + " Use --fresh to start over.")
        }
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw Self.fault(path, errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Appends bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: `BatchError` when the disk does not take them all.
    func append(_ bytes: [UInt8]) throws(BatchError) {
        let code = Self.write(bytes, to: descriptor, at: byteCount)
        guard code == 0 else { throw Self.fault(path, code) }
        byteCount += bytes.count
    }

    /// Writes bytes to a place in a file.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - descriptor: The open file.
    ///   - offset: Where they begin, in bytes.
    /// - Returns: 0, or the system's `errno`.
    static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Int32 {
        unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                // Unsafe, and right: the kernel reads within the buffer, which lives for the closure.
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
                if count < 0, errno == EINTR { continue }
                if count < 0 { return errno }
                if count == 0 { return ENOSPC }
                written += count
            }
            return 0
        }
    }

    private static func fault(_ path: FilePath, _ code: Int32) -> BatchError {
        BatchError(.environment, "\(path.string) cannot be written: \(SystemError.text(code)).")
    }
}
