import Attache
import AttacheCore
import AttacheDatabase
import MediaStore

/// Reads an NDJSON input unit by unit, from where an earlier run ended.
final class BatchLineReader {
    private let input: BatchInput
    private let bytes: InputByteReader
    private let stamp: InputStamp?
    private var digest = RunningDigest()
    private var splitter: LineSplitter
    private var sequence: Int
    /// Items behind the finished front that an earlier run finished too.
    private let finished: Set<Int>
    private let kept: PreviousResults?
    /// Whether finished items are passed over one by one: where they end may come from bytes that were the wrong ones.
    private let countsItems: Bool
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
    ///   - kept: What an earlier pass over all of it has left, where there was one.
    ///   - bytes: The input's bytes, none of them read.
    /// - Returns: The feed, or why it does not go on there.
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
        splitter =
            countsItems ? LineSplitter() : LineSplitter(line: input.state.line, offset: input.state.consumedCount)
    }

    /// What is read.
    var entry: InputEntry { input.entry }

    /// The next unit, or `nil` at the end.
    ///
    /// - Throws: `InputError` when nothing more comes although the end is not reached.
    func next() throws(InputError) -> BatchChunk? {
        guard !isDone else { return nil }
        // Whatever is thrown below, nothing follows it.
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
        for line in isEnd ? splitter.finish() : splitter.take(piece) {
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

    /// The end of an input that cannot be read any further: an item that says so.
    private func end(_ sentence: String) throws(InputError) -> BatchChunk {
        let line = splitter.nextLine
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
            // What cannot be read twice could not be compared before.
            var payload = RunningDigest()
            payload.update(line.text[...])
            guard payload.value == known else { throw .changed }
        case nil: break
        }
        return BatchItem(
            input: input,
            sequence: sequence,
            line: line.number,
            end: line.end,
            content: line.isTooLong ? .tooLong(limit: LineSplitter.lineLimit) : .bytes(line.text)
        )
    }

    /// An item whose line of the output is taken over.
    private func item(_ result: [UInt8], line: Int, end: Int) -> BatchItem {
        BatchItem(input: input, sequence: sequence, line: line, end: end, content: .bytes(result), isReused: true)
    }

    private func previousResult() throws(InputError) -> PreviousResults.PreviousResult? {
        try kept?.next(sequence)
    }

    /// The next bytes; empty at the end.
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

    /// Passes over what the earlier run has finished.
    private func skip() throws(InputError) {
        let state = input.state
        var target = countsItems ? 0 : state.consumedCount
        // What cannot be read twice is compared before anything of it is handed over: few bytes, what was read ahead.
        // Where a whole pass came before, each item that is done again is compared by itself.
        if !entry.isRepeatable, kept == nil { target = max(target, state.digestedCount) }
        var position = 0
        while position < target {
            let piece = try nextPiece()
            guard !piece.isEmpty else { throw .changed }
            held += piece.dropFirst(max(0, min(piece.count, state.consumedCount - position)))
            position += piece.count
        }
        skippedCount = bytes.readCount
        readCount = bytes.readCount
    }
}
