import AttacheCore
import Ledger
import MediaStore

/// Reads an NDJSON input unit by unit, from where an earlier run ended.
final class LineFeed {
    /// Why it does not go on.
    enum Refusal: Error, Equatable {
        /// What the earlier run had read is not there any more.
        case changed
        /// A stop was asked for.
        case stopped
        /// The input cannot be read.
        case failed(ReadingFailure)
    }

    private let input: BatchInput
    private let bytes: InputBytes
    private let stamp: InputStamp?
    private var digest = RunningDigest()
    private var cutter: LineCutter
    private var sequence: Int
    /// Items behind the finished front that an earlier run finished too.
    private let finished: Set<Int>
    private let kept: KeptResults?
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
        kept: KeptResults? = nil,
        bytes: InputBytes
    ) -> Result<LineFeed, Refusal> {
        let feed = LineFeed(input, finished: finished, kept: kept, bytes: bytes)
        do throws(Refusal) {
            try feed.skip()
            return .success(feed)
        } catch {
            return .failure(error)
        }
    }

    private init(_ input: BatchInput, finished: Set<Int>, kept: KeptResults?, bytes: InputBytes) {
        self.input = input
        self.finished = finished
        self.kept = kept
        self.bytes = bytes
        stamp = bytes.stamp
        countsItems = kept != nil && !input.entry.isRepeatable
        sequence = countsItems ? 0 : input.state.itemCount
        cutter = countsItems ? LineCutter() : LineCutter(line: input.state.line, offset: input.state.consumedCount)
    }

    /// What is read.
    var entry: InputEntry { input.entry }

    /// The next unit, or `nil` at the end.
    ///
    /// - Throws: `Refusal` when nothing more comes although the end is not reached.
    func next() throws(Refusal) -> BatchUnit? {
        guard !isDone else { return nil }
        // Whatever is thrown below, nothing follows it.
        isDone = true
        var piece = held
        held = []
        if piece.isEmpty {
            do throws(Refusal) {
                piece = try nextPiece()
            } catch {
                guard case .failed(let failure) = error, !failure.isMachineFault else { throw error }
                return try end(failure.sentence)
            }
        }
        var items: [BatchItem] = []
        let isEnd = piece.isEmpty
        for line in isEnd ? cutter.finish() : cutter.take(piece) {
            if let item = try item(line) { items.append(item) }
        }
        isDone = isEnd
        return unit(items, isEnd: isEnd)
    }

    private func unit(_ items: [BatchItem], isEnd: Bool) -> BatchUnit {
        defer { readCount = bytes.readCount }
        return BatchUnit(
            items: items,
            marks: [
                BatchUnit.Mark(input: input, itemCount: sequence, digest: digest, stamp: stamp, isEnd: isEnd)
            ],
            readCount: bytes.readCount - readCount
        )
    }

    /// The end of an input that cannot be read any further: an item that says so.
    private func end(_ sentence: String) throws(Refusal) -> BatchUnit {
        let line = cutter.nextLine
        if case .line(let result) = try leftover() {
            let item = item(result, line: line, end: digest.byteCount)
            sequence += 1
            return unit([item], isEnd: true)
        }
        return .failing(input, sentence, sequence: sequence, line: line, digest: digest, stamp: stamp)
    }

    private func item(_ line: LineCutter.Line) throws(Refusal) -> BatchItem? {
        defer { sequence += 1 }
        guard sequence >= input.state.itemCount else { return nil }
        let leftover = try leftover()
        guard !finished.contains(sequence) else { return nil }
        switch leftover {
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
            content: line.isTooLong ? .tooLong(limit: LineCutter.lineLimit) : .bytes(line.text)
        )
    }

    /// An item whose line of the output is taken over.
    private func item(_ result: [UInt8], line: Int, end: Int) -> BatchItem {
        BatchItem(input: input, sequence: sequence, line: line, end: end, content: .bytes(result), isKept: true)
    }

    private func leftover() throws(Refusal) -> KeptResults.Leftover? {
        do throws(ReadingFailure) {
            return try kept?.next(sequence)
        } catch {
            throw .failed(error)
        }
    }

    /// The next bytes; empty at the end.
    private func nextPiece() throws(Refusal) -> ArraySlice<UInt8> {
        let piece: ArraySlice<UInt8>
        do throws(ReadingFailure) {
            piece = try bytes.next()[...]
        } catch {
            throw bytes.wasStopped ? .stopped : .failed(error)
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
    private func skip() throws(Refusal) {
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
