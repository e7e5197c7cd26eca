import AttacheSystem
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

/// The unfinished outputs that stay open, those that were written to last: few, however many inputs are under way.
struct OutputFiles {
    /// How many stay open.
    static let capacity = 8

    /// The one that was written to last stands last.
    private var open: [(number: Int64, file: OutputFile)] = []

    /// Appends bytes to an output.
    ///
    /// - Parameters:
    ///   - bytes: The bytes; without any the file is made all the same.
    ///   - number: The ledger's number of the input.
    ///   - path: Where the unfinished output is.
    ///   - byteCount: How many bytes of it count so far.
    /// - Throws: `BatchError` when the disk does not take them, or the file is shorter than that.
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

    /// Closes an output, if it is open.
    mutating func close(_ number: Int64) {
        open.removeAll { $0.number == number }
    }
}
