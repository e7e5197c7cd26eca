import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import Glibc
import MediaStore
import SystemPackage

/// Reads the bytes of one input in pieces and unpacks them. It blocks, so use it only on a thread that may block.
final class InputByteReader {
    private static let sizeLimit = 4 * PolledDescriptor.pieceSize

    private let descriptor: PolledDescriptor
    private let source: String
    private let unpacker: (any Unpacking)?
    private var packed: ArraySlice<UInt8> = []
    private var packedIsAtEnd = false
    private var mayHoldMore = false
    /// What was read ahead, and is still to be returned.
    private var ahead: [UInt8] = []
    /// Whether its end was read ahead: a pipe may get another writer, whose text belongs to another run.
    private var isAtEnd = false
    /// The limit of one read, in bytes. It grows while the input fills it: each piece costs changes of threads.
    private var size = PolledDescriptor.pieceSize
    /// Bytes read from the file so far, before unpacking.
    private(set) var readCount = 0
    var wasStopped: Bool { descriptor.wasStopped }

    /// Opens an input; `stopDescriptor` becomes readable when reading must end early.
    static func open(_ found: DiscoveredInput, stopDescriptor: Int32) -> Result<InputByteReader, InputError> {
        do throws(InputError) {
            return .success(try InputByteReader(found, stopDescriptor: stopDescriptor))
        } catch {
            return .failure(error)
        }
    }

    private init(_ found: DiscoveredInput, stopDescriptor: Int32) throws(InputError) {
        let entry = found.entry
        source = entry.source
        do throws(InputError) {
            unpacker = try entry.compression?.makeUnpacker()
        } catch {
            throw InputError(sentence: "\(entry.source) cannot be unpacked: \(error.sentence).")
        }
        switch entry.place {
        case .problem(let sentence), .fault(let sentence):
            throw InputError(sentence: sentence)
        case .standardInput:
            descriptor = PolledDescriptor(STDIN_FILENO, stopDescriptor: stopDescriptor)
        case .file(let path), .pipe(let path):
            // Non-blocking, so that opening does not hang at a FIFO, whose writer reading waits for.
            let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
            let number =
                if let directory = found.directory, let name = path.lastComponent {
                    directory.open(name, flags)
                } else {
                    unsafe path.withPlatformString { unsafe Glibc.open($0, flags) }
                }
            let code = errno
            guard number >= 0 else {
                // The file was replaced after the directory was read.
                if code == ELOOP, found.directory != nil { throw .link(entry.source) }
                throw InputError(entry.source, code: code)
            }
            descriptor = PolledDescriptor(number, stopDescriptor: stopDescriptor)
            let kind = descriptor.status.map { $0.st_mode & S_IFMT }
            guard kind == (entry.isRepeatable ? S_IFREG : S_IFIFO) else {
                throw InputError(sentence: "\(entry.source) is neither a regular file nor a pipe.")
            }
        }
    }

    /// The file's stamp now; `nil` for standard input and for a pipe.
    var stamp: InputStamp? {
        guard !descriptor.isStandardInput, let status = descriptor.status, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return InputStamp(
            byteCount: Int(status.st_size),
            modified: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec,
            changed: status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
        )
    }

    /// Returns the next piece, empty at the end or after a stop.
    func next() throws(InputError) -> [UInt8] {
        guard ahead.isEmpty else { return exchange(&ahead, with: []) }
        return isAtEnd ? [] : try nextUnpacked()
    }

    /// Whether the whole text is one value of several lines: its first line is no value, and all of it is. It waits for what
    /// decides, which `next()` returns all the same.
    func isOneValue() throws(InputError) -> Bool {
        var searched = 0
        var hasLine = false
        while ahead.count <= ItemReader.itemLimit {
            let piece = try nextUnpacked()
            isAtEnd = piece.isEmpty
            if isAtEnd { return hasLine && !wasStopped && JSONDocument.isCompleteValue(ahead) }
            ahead += piece
            while !hasLine, let end = ahead[searched...].firstIndex(of: JSONByte.lineFeed) {
                let line = Array(ahead[searched..<end])
                if JSONDocument.isCompleteValue(line) { return false }
                hasLine = !line.allSatisfy(JSONByte.isWhiteSpace)
                searched = end + 1
            }
        }
        return false
    }

    private func nextUnpacked() throws(InputError) -> [UInt8] {
        guard let unpacker else { return try read() }
        while true {
            if packed.isEmpty, !mayHoldMore, !packedIsAtEnd {
                packed = try read()[...]
                packedIsAtEnd = packed.isEmpty
                if wasStopped { return [] }
            }
            if packedIsAtEnd, packed.isEmpty, !mayHoldMore {
                // An empty file is an empty input, regardless of its name.
                guard unpacker.isComplete || readCount == 0 else {
                    throw InputError(sentence: "\(source) cannot be unpacked: it ends too early.")
                }
                return []
            }
            do throws(InputError) {
                let step = try unpacker.unpack(packed)
                packed = packed.dropFirst(step.taken)
                mayHoldMore = step.output.count == type(of: unpacker).pieceSize
                if !step.output.isEmpty { return step.output }
            } catch {
                throw InputError(sentence: "\(source) cannot be unpacked: \(error.sentence).")
            }
        }
    }

    private func read() throws(InputError) -> [UInt8] {
        var code: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            switch unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(buffer)) {
            case .success(let got): count = got
            case .failure(let failure): code = failure.code
            }
        }
        guard code == 0 else { throw InputError(source, code: code) }
        readCount += piece.count
        if piece.count == size { size = min(size * 2, Self.sizeLimit) }
        return piece
    }
}

extension InputError {
    static let changed = InputError(.changed, sentence: "The input has changed.")
    static let stopped = InputError(.stopped, sentence: "Reading was stopped.")

    static func link(_ source: String) -> InputError {
        InputError(sentence: "\(source) is a link; links in a directory are not followed.")
    }
}

/// The result of comparing an input with what an earlier run read of it.
enum InputComparison {
    /// The input begins with the same bytes; `isAtEnd` is true when no bytes follow.
    case same(isAtEnd: Bool)
    case changed
    case stopped
    case failed(InputError)

    /// Compares an input with its state in the ledger. It reads as many bytes as the earlier run read, and blocks.
    init(_ bytes: InputByteReader, with state: InputState) {
        var digest = RunningDigest()
        do throws(InputError) {
            while true {
                let piece = try bytes.next()
                if bytes.wasStopped {
                    self = .stopped
                    return
                }
                let rest = piece.prefix(state.digestedCount - digest.byteCount)
                digest.update(rest)
                if digest.byteCount == state.digestedCount, rest.count < piece.count || piece.isEmpty {
                    self = digest.value == state.digest ? .same(isAtEnd: piece.isEmpty) : .changed
                    return
                }
                if piece.isEmpty {
                    self = .changed
                    return
                }
            }
        } catch {
            self = .failed(error)
        }
    }
}
