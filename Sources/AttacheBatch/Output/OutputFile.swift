import AttacheSystem
import Glibc
import SystemPackage

/// An unfinished output file, open for appending.
final class OutputFile {
    private let path: FilePath
    private let descriptor: Int32
    private(set) var byteCount: Int

    /// Opens or creates a file of `byteCount` valid bytes; a longer file of an interrupted run is truncated. Throws
    /// `BatchError`, also when the file is shorter.
    init(_ path: FilePath, keeping byteCount: Int) throws(BatchError) {
        self.path = path
        self.byteCount = byteCount
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC
        descriptor = unsafe path.withPlatformString { unsafe open($0, flags, 0o644) }
        guard descriptor >= 0 else { throw Self.fault(path, errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.fault(path, errno) }
        guard Int(status.st_size) >= byteCount else {
            let sentence = "\(path.string) is shorter than the ledger records, so another program has changed it."
            throw BatchError(.environment, sentence + " Use --fresh to start over.")
        }
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw Self.fault(path, errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Appends bytes; throws `BatchError` when the disk refuses them.
    func append(_ bytes: [UInt8]) throws(BatchError) {
        let code = Self.write(bytes, to: descriptor, at: byteCount)
        guard code == 0 else { throw Self.fault(path, code) }
        byteCount += bytes.count
    }

    /// Writes bytes at an offset in bytes; returns 0 or an `errno`.
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

/// The unfinished outputs that stay open: the most recently written ones, up to `capacity`.
struct OutputFiles {
    static let capacity = 8

    /// The most recently written is last.
    private var open: [(number: Int64, file: OutputFile)] = []

    /// Appends bytes to the output of an input with this number in the ledger, whose valid size so far is `byteCount`;
    /// without bytes, the file is only created. Throws `BatchError` when the disk refuses the bytes or the file is
    /// shorter.
    mutating func append(
        _ bytes: [UInt8],
        to number: Int64,
        at path: FilePath,
        keeping byteCount: Int
    ) throws(BatchError) {
        let file: OutputFile
        if let place = open.firstIndex(where: { $0.number == number }) {
            file = open.remove(at: place).file
        } else {
            file = try OutputFile(path, keeping: byteCount)
        }
        try file.append(bytes)
        if open.count >= Self.capacity { open.removeFirst() }
        open.append((number, file))
    }

    mutating func close(_ number: Int64) {
        open.removeAll { $0.number == number }
    }
}
