import AttacheCore
import Ledger
import MediaStore

/// Reads an NDJSON input unit by unit, from where an earlier run ended.
final class LineFeed {
    /// Why it does not go on where the earlier run ended.
    enum Refusal: Error {
        /// What the earlier run had read is not there any more.
        case changed
        /// A stop was asked for.
        case stopped
        /// The input cannot be read.
        case failed(String)
    }

    private let input: BatchInput
    private let bytes: InputBytes
    private let stamp: InputStamp?
    private var digest = RunningDigest()
    private var cutter: LineCutter
    private var sequence: Int
    /// Items behind the finished front that an earlier run finished too.
    private let finished: Set<Int>
    /// Bytes that were read with those that were skipped.
    private var held: ArraySlice<UInt8> = []
    private var isDone = false
    private var readCount = 0
    /// Bytes of the file that were passed over to get to where the earlier run ended.
    private(set) var skippedCount = 0

    /// Opens the input and goes to where the earlier run ended.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - finished: The places of items behind the finished front that are finished too.
    ///   - bytes: The input's bytes, none of them read.
    /// - Returns: The feed, or why it does not go on there.
    static func open(_ input: BatchInput, finished: Set<Int>, bytes: InputBytes) -> Result<LineFeed, Refusal> {
        let feed = LineFeed(input, finished: finished, bytes: bytes)
        do throws(Refusal) {
            try feed.skip()
            return .success(feed)
        } catch {
            return .failure(error)
        }
    }

    private init(_ input: BatchInput, finished: Set<Int>, bytes: InputBytes) {
        self.input = input
        self.finished = finished
        self.bytes = bytes
        stamp = bytes.stamp
        sequence = input.state.itemCount
        cutter = LineCutter(line: input.state.line, offset: input.state.consumedCount)
    }

    /// Whether reading ended because it was asked to.
    var wasStopped: Bool { bytes.wasStopped }

    /// Whether nothing follows what the earlier run had read.
    var isAtEnd: Bool {
        guard held.isEmpty, let piece = try? nextPiece() else { return false }
        return piece.isEmpty
    }

    /// The next unit, or `nil` at the end or when reading is to stop.
    func next() -> BatchUnit? {
        guard !isDone else { return nil }
        var piece = held
        held = []
        if piece.isEmpty {
            do throws(Refusal) {
                piece = try nextPiece()
            } catch {
                isDone = true
                guard case .failed(let sentence) = error else { return nil }
                let line = cutter.nextLine
                return .failing(input, sentence, sequence: sequence, line: line, digest: digest, stamp: stamp)
            }
        }
        isDone = piece.isEmpty
        let unit = BatchUnit(
            items: (isDone ? cutter.finish() : cutter.take(piece)).compactMap(item),
            marks: [
                BatchUnit.Mark(
                    input: input,
                    itemCount: sequence,
                    digest: digest,
                    stamp: isDone ? stamp : nil,
                    isEnd: isDone
                )
            ],
            readCount: bytes.readCount - readCount
        )
        readCount = bytes.readCount
        return unit
    }

    private func item(_ line: LineCutter.Line) -> BatchItem? {
        defer { sequence += 1 }
        guard !finished.contains(sequence) else { return nil }
        return BatchItem(
            input: input,
            sequence: sequence,
            line: line.number,
            end: line.end,
            content: line.isTooLong ? .tooLong(limit: LineCutter.lineLimit) : .bytes(line.text)
        )
    }

    private func nextPiece() throws(Refusal) -> ArraySlice<UInt8> {
        do throws(InputBytes.Failure) {
            let piece = try bytes.next()[...]
            if bytes.wasStopped { throw InputBytes.Failure(sentence: "") }
            digest.update(piece)
            return piece
        } catch {
            throw bytes.wasStopped ? .stopped : .failed(error.sentence)
        }
    }

    /// Passes over what the earlier run has finished, and makes sure that it is the same.
    private func skip() throws(Refusal) {
        let state = input.state
        let target = max(state.digestedCount, state.consumedCount)
        var position = 0
        var known = RunningDigest()
        while position < target {
            let piece = try nextPiece()
            guard !piece.isEmpty else { throw .changed }
            if position < state.digestedCount {
                known.update(piece.prefix(state.digestedCount - position))
                if known.byteCount == state.digestedCount, known.value != state.digest { throw .changed }
            }
            held += piece.dropFirst(max(0, min(piece.count, state.consumedCount - position)))
            position += piece.count
        }
        skippedCount = bytes.readCount
        readCount = bytes.readCount
    }
}
