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
        let code = unsafe bytes.withUnsafeBytes {
            unsafe AttacheSystem.FileDescriptor.writeAll($0, to: descriptor, at: byteCount)
        }
        guard code == 0 else { throw Self.fault(path, code) }
        byteCount += bytes.count
    }

    private static func fault(_ path: FilePath, _ code: Int32) -> BatchError {
        BatchError(.environment, "\(path.string) cannot be written: \(SystemCallError.message(code)).")
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
