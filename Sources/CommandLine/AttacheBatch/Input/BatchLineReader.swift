import Attache
import AttacheCore
import AttacheDatabase
import MediaStore

/// Reads an NDJSON input in chunks, from where an earlier run ended.
final class BatchLineReader {
    private let input: BatchInput
    private let bytes: InputByteReader
    private let stamp: InputStamp?
    private var digest = RunningDigest()
    private var splitter: LineSplitter
    private var sequence: Int
    /// Sequence numbers after the contiguous finished items that an earlier run also finished.
    private let finished: Set<Int>
    private let kept: PreviousResults?
    /// Whether finished items are counted one by one, because the stored offset may belong to other bytes.
    private let countsItems: Bool
    /// Bytes after the resume offset that were read while skipping.
    private var held: ArraySlice<UInt8> = []
    private var isDone = false
    private var readCount = 0
    /// Bytes of the file that were skipped to reach the resume offset.
    private(set) var skippedCount = 0

    /// Opens the input, given from its beginning (`bytes`), and skips to where the earlier run ended. `kept` holds the
    /// results of an earlier complete pass.
    static func open(
        _ input: BatchInput,
        finished: Set<Int>,
        kept: PreviousResults? = nil,
        bytes: InputByteReader
    ) -> Result<BatchLineReader, InputError> {
        let reader = BatchLineReader(input, finished: finished, kept: kept, bytes: bytes)
        do throws(InputError) {
            try reader.skip()
            return .success(reader)
        } catch {
            return .failure(error)
        }
    }

    private init(_ input: BatchInput, finished: Set<Int>, kept: PreviousResults?, bytes: InputByteReader) {
        self.input = input
        self.finished = finished
        self.kept = kept
        self.bytes = bytes
        stamp = bytes.stamp
        countsItems = kept != nil && !input.entry.isRepeatable
        sequence = countsItems ? 0 : input.state.itemCount
        splitter = LineSplitter(
            limit: ItemReader.itemLimit,
            lineCount: countsItems ? 0 : input.state.line,
            byteCount: countsItems ? 0 : input.state.consumedCount
        )
    }

    var entry: InputEntry { input.entry }

    /// Returns the next chunk, or `nil` at the end; throws `InputError` when reading ends early.
    func next() throws(InputError) -> BatchChunk? {
        guard !isDone else { return nil }
        // After an error below, nothing follows.
        isDone = true
        var piece = held
        held = []
        if piece.isEmpty {
            do throws(InputError) {
                piece = try nextPiece()
            } catch {
                guard error.kind == .unreadable else { throw error }
                return try end(error.sentence)
            }
        }
        var items: [BatchItem] = []
        let isEnd = piece.isEmpty
        if isEnd { splitter.finish() } else { splitter.append(piece) }
        while let line = splitter.next() {
            if let item = try item(line) { items.append(item) }
        }
        isDone = isEnd
        return chunk(items, isEnd: isEnd)
    }

    private func chunk(_ items: [BatchItem], isEnd: Bool) -> BatchChunk {
        defer { readCount = bytes.readCount }
        return BatchChunk(
            items: items,
            checkpoints: [
                BatchChunk.Checkpoint(input: input, itemCount: sequence, digest: digest, stamp: stamp, isEnd: isEnd)
            ],
            readCount: bytes.readCount - readCount
        )
    }

    /// Ends an input that cannot be read further with an item that reports the failure.
    private func end(_ sentence: String) throws(InputError) -> BatchChunk {
        let line = splitter.lineCount + 1
        if case .line(let result) = try previousResult() {
            let item = item(result, line: line, end: digest.byteCount)
            sequence += 1
            return chunk([item], isEnd: true)
        }
        return .failing(input, sentence, sequence: sequence, line: line, digest: digest, stamp: stamp)
    }

    private func item(_ line: LineSplitter.Line) throws(InputError) -> BatchItem? {
        defer { sequence += 1 }
        guard sequence >= input.state.itemCount else { return nil }
        let previousResult = try previousResult()
        guard !finished.contains(sequence) else { return nil }
        switch previousResult {
        case .line(let result):
            return item(result, line: line.number, end: line.end)
        case .again(let known):
            // An input that cannot be read twice is compared only now.
            var payload = RunningDigest()
            if !line.isTooLong { payload.update(line.bytes) }
            guard payload.value == known else { throw .changed }
        case nil: break
        }
        return BatchItem(
            input: input,
            sequence: sequence,
            line: line.number,
            end: line.end,
            content: line.isTooLong ? .tooLong(limit: ItemReader.itemLimit) : .bytes(Array(line.bytes))
        )
    }

    /// An item that reuses the line of an earlier output.
    private func item(_ result: [UInt8], line: Int, end: Int) -> BatchItem {
        BatchItem(input: input, sequence: sequence, line: line, end: end, content: .bytes(result), isReused: true)
    }

    private func previousResult() throws(InputError) -> PreviousResults.PreviousResult? {
        try kept?.next(sequence)
    }

    private func nextPiece() throws(InputError) -> ArraySlice<UInt8> {
        let piece: ArraySlice<UInt8>
        do throws(InputError) {
            piece = try bytes.next()[...]
        } catch {
            throw bytes.wasStopped ? .stopped : error
        }
        if bytes.wasStopped { throw .stopped }
        let missing = input.state.digestedCount - digest.byteCount
        guard missing > 0 else {
            digest.update(piece)
            return piece
        }
        guard !piece.isEmpty else { throw .changed }
        digest.update(piece.prefix(missing))
        if digest.byteCount == input.state.digestedCount, digest.value != input.state.digest { throw .changed }
        digest.update(piece.dropFirst(missing))
        return piece
    }

    /// Skips what the earlier run finished.
    private func skip() throws(InputError) {
        let state = input.state
        var target = countsItems ? 0 : state.consumedCount
        // An input that cannot be read twice is compared before any of its items is returned; that is few bytes, those
        // read ahead. After a complete earlier pass, each retried item is compared by itself.
        if !entry.isRepeatable, kept == nil { target = max(target, state.digestedCount) }
        var position = 0
        while position < target {
            let piece = try nextPiece()
            guard !piece.isEmpty else { throw .changed }
            held += piece.dropFirst(max(0, min(piece.count, state.consumedCount - position)))
            position += piece.count
        }
        // Of the last piece read, the part after the resume offset is work; of a compressed file its share.
        let rest = position > 0 ? bytes.readCount * held.count / position : 0
        skippedCount = bytes.readCount - rest
        readCount = skippedCount
    }
}
