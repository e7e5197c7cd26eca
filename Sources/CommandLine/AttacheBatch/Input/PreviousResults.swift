import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import Glibc
import SystemPackage

/// The results of an earlier pass over a file of lines: those that are reused, and the failed items that are retried
/// because the failure did not depend on the input.
///
/// The earlier output keeps its name until the new one is complete. Memory use is independent of the size of both.
final class PreviousResults {
    enum PreviousResult: Equatable {
        /// Its line of the output, which is reused.
        case line([UInt8])
        /// A failed item, which is retried; `digest` is the SHA-256 of its payload.
        case again(digest: [UInt8])
    }

    private static let faultsPerRead = 1024

    private let number: Int64
    private let itemCount: Int
    private let ledger: RunLedger
    private let lines: OutputLineReader
    private var faults: ArraySlice<(sequence: Int, digest: [UInt8])> = []
    private var hasMoreFaults = true

    /// Opens the earlier output and skips the items that the new pass has finished (`state`); `nil` when the output
    /// does not exist or was not written by this run.
    init?(_ state: InputState, output: FilePath, ledger: RunLedger) {
        guard let kept = state.kept, let lines = OutputLineReader(output, byteCount: kept.byteCount) else { return nil }
        for _ in 0..<state.itemCount where lines.next() == nil { return nil }
        number = state.number
        itemCount = kept.itemCount
        self.ledger = ledger
        self.lines = lines
    }

    /// Returns the earlier result of the item with this index, or `nil` when the earlier pass did not reach it; call
    /// with every index once, in order. Throws a retryable `InputError` when output or ledger cannot be read.
    func next(_ sequence: Int) throws(InputError) -> PreviousResult? {
        guard sequence < itemCount else { return nil }
        guard let line = lines.next() else {
            throw InputError(.retryable, sentence: "An output of this run changed while it was being rewritten.")
        }
        if faults.isEmpty, hasMoreFaults {
            do throws(DatabaseFailure) {
                faults = try ledger.faults(of: number, from: sequence, limit: Self.faultsPerRead)[...]
            } catch {
                throw InputError(.retryable, sentence: error.sentence)
            }
            hasMoreFaults = faults.count == Self.faultsPerRead
        }
        guard let fault = faults.first, fault.sequence == sequence else { return .line(line) }
        faults.removeFirst()
        return .again(digest: fault.digest)
    }
}

/// Reads the lines of a finished output; it blocks.
final class OutputLineReader {
    private static let pieceSize = 256 * 1024

    private let descriptor: Int32
    private var lines = LineSplitter(limit: .max, skipsBlankLines: false)

    /// Opens an output; `nil` when no regular file of this size exists, so that the run did not write it.
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

    /// Returns the next line with its line feed, or `nil` at the end and after a failed read.
    func next() -> [UInt8]? {
        while true {
            if let line = lines.next() { return Array(line.bytes) + [JSONByte.lineFeed] }
            let piece = read()
            if piece.isEmpty { return nil }
            lines.append(piece[...])
        }
    }

    private func read() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            count = unsafe max(
                0,
                AttacheSystem.FileDescriptor.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
            )
        }
    }
}
