import Archives
import Glibc
import Ledger
import SystemPackage

/// The bytes of one input, unpacked, in pieces; it blocks, so it belongs on a thread that may.
final class InputBytes {
    private static let pieceSize = 64 * 1024

    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private let source: String
    private let stopDescriptor: Int32
    private let unpacker: (any Unpacking)?
    private var packed: ArraySlice<UInt8> = []
    private var packedIsAtEnd = false
    private var mayHoldMore = false
    /// Bytes read from the file so far, before they were unpacked.
    private(set) var readCount = 0
    /// Whether reading ended because it was asked to.
    private(set) var wasStopped = false

    /// Opens an input.
    ///
    /// - Parameters:
    ///   - found: The input.
    ///   - stopDescriptor: Becomes readable when reading is to end early.
    /// - Returns: The bytes, or a sentence that names the input and the cause.
    static func open(_ found: FoundInput, stopDescriptor: Int32) -> Result<InputBytes, ReadingFailure> {
        do throws(ReadingFailure) {
            return .success(try InputBytes(found, stopDescriptor: stopDescriptor))
        } catch {
            return .failure(error)
        }
    }

    private init(_ found: FoundInput, stopDescriptor: Int32) throws(ReadingFailure) {
        let entry = found.entry
        source = entry.source
        self.stopDescriptor = stopDescriptor
        do throws(ArchiveError) {
            unpacker = try entry.compression?.makeUnpacker()
        } catch {
            throw ReadingFailure(sentence: "\(entry.source) cannot be unpacked: \(error.cause).")
        }
        switch entry.place {
        case .problem(let sentence), .fault(let sentence):
            throw ReadingFailure(sentence: sentence)
        case .standardInput:
            descriptor = STDIN_FILENO
            ownsDescriptor = false
        case .file(let path):
            // Non-blocking, so that what has become a FIFO meanwhile does not hold the run up.
            let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
            if let directory = found.directory, let name = path.lastComponent {
                descriptor = directory.open(name, flags)
            } else {
                descriptor = unsafe path.withPlatformString { unsafe Glibc.open($0, flags) }
            }
            ownsDescriptor = true
            let code = errno
            guard descriptor >= 0 else {
                // What was a file when the directory was read has been replaced.
                if code == ELOOP, found.directory != nil { throw .link(entry.source) }
                throw ReadingFailure(entry.source, code: code)
            }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw ReadingFailure(sentence: "\(entry.source) is not a regular file.")
            }
        }
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// What the file system says of the file now; `nil` for standard input.
    var stamp: InputStamp? {
        guard ownsDescriptor else { return nil }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        return InputStamp(
            byteCount: Int(status.st_size),
            modified: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec,
            changed: status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
        )
    }

    /// The next piece, empty at the end or when reading is to stop.
    func next() throws(ReadingFailure) -> [UInt8] {
        guard let unpacker else { return try read() }
        while true {
            if packed.isEmpty, !mayHoldMore, !packedIsAtEnd {
                packed = try read()[...]
                packedIsAtEnd = packed.isEmpty
                if wasStopped { return [] }
            }
            if packedIsAtEnd, packed.isEmpty, !mayHoldMore {
                // An empty file is an empty input, whatever it is called.
                guard unpacker.isComplete || readCount == 0 else {
                    throw ReadingFailure(sentence: "\(source) cannot be unpacked: it ends too early.")
                }
                return []
            }
            do throws(ArchiveError) {
                let step = try unpacker.unpack(packed)
                packed = packed.dropFirst(step.taken)
                mayHoldMore = step.output.count == type(of: unpacker).pieceSize
                if !step.output.isEmpty { return step.output }
            } catch {
                throw ReadingFailure(sentence: "\(source) cannot be unpacked: \(error.cause).")
            }
        }
    }

    private func read() throws(ReadingFailure) -> [UInt8] {
        while true {
            guard waitUntilReadable() else {
                wasStopped = true
                return []
            }
            var code: Int32 = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
                let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if got < 0 { code = errno }
                count = max(0, got)
            }
            if code == 0 {
                readCount += piece.count
                return piece
            }
            guard code == EINTR || code == EAGAIN else {
                throw ReadingFailure(source, code: code)
            }
        }
    }

    /// Waits for input; `false` when reading is to stop.
    private func waitUntilReadable() -> Bool {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&descriptors, 2, -1) < 0 && errno == EINTR {}
        return descriptors[1].revents == 0
    }
}
