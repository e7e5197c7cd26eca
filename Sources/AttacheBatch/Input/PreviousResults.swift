import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import Glibc
import SystemPackage

/// What an earlier pass over a file of lines has left: the results that are taken over, and the items that are done
/// again since they failed for want of something that is no part of the input.
///
/// The earlier output stays under its name until the new one is whole. Memory does not grow with either.
final class PreviousResults {
    /// What is left of one item.
    enum PreviousResult: Equatable {
        /// Its line of the output.
        case line([UInt8])
        /// It is done again; this is SHA-256 of its payload.
        case again(digest: [UInt8])
    }

    private static let faultsPerRead = 1024

    private let number: Int64
    private let itemCount: Int
    private let ledger: RunLedger
    private let lines: OutputLineReader
    private var faults: ArraySlice<(sequence: Int, digest: [UInt8])> = []
    private var hasMoreFaults = true

    /// Opens the earlier output, and passes over what the new one has already; `nil` when there is no earlier output, or
    /// not the one that the run wrote.
    ///
    /// - Parameters:
    ///   - state: How far the new pass has come.
    ///   - output: The earlier output.
    ///   - ledger: Knows which items are done again.
    init?(_ state: InputState, output: FilePath, ledger: RunLedger) {
        guard let kept = state.kept, let lines = OutputLineReader(output, byteCount: kept.byteCount) else { return nil }
        for _ in 0..<state.itemCount where lines.next() == nil { return nil }
        number = state.number
        itemCount = kept.itemCount
        self.ledger = ledger
        self.lines = lines
    }

    /// What is left of the next item.
    ///
    /// - Parameter sequence: The item's place; every place is asked for once, in order.
    /// - Returns: `nil` when the earlier pass had not come as far.
    /// - Throws: `InputError` of this machine when output or ledger cannot be read.
    func next(_ sequence: Int) throws(InputError) -> PreviousResult? {
        guard sequence < itemCount else { return nil }
        guard let line = lines.next() else {
            throw InputError(.retryable, sentence: "An output of this run has changed while it was being made again.")
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
            count = unsafe max(
                0,
                AttacheSystem.FileDescriptor.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
            )
        }
    }
}
