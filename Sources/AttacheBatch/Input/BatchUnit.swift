import AttacheCore
import Ledger
import MediaStore

/// What the feed hands over at once: some items, and what is known of their inputs after them.
struct BatchChunk: Sendable {
    /// Where an input stands when all its items up to here are finished.
    struct Checkpoint: Sendable {
        let input: BatchInput
        /// How many items stand before the mark.
        let itemCount: Int
        /// The input up to here; it may reach into the line that follows.
        let digest: RunningDigest
        /// What the file system said before the input was read; `nil` where there is no file.
        let stamp: InputStamp?
        /// Whether the input ends here.
        let isEnd: Bool
    }

    var items: [BatchItem] = []
    var checkpoints: [Checkpoint] = []
    /// Bytes of the input files that were read for it, for the progress.
    var readCount = 0
    /// Bytes of the input files that an earlier process had done and that were passed over, for the progress.
    var earlierCount = 0
    /// Inputs that were looked at for it.
    var inputCount = 0

    /// Takes in what another unit holds.
    mutating func append(_ other: BatchChunk) {
        items += other.items
        checkpoints += other.checkpoints
        readCount += other.readCount
        earlierCount += other.earlierCount
    }

    /// The part of what was read that counts as done with an item.
    func share(of item: BatchItem) -> Int {
        let (share, rest) = readCount.quotientAndRemainder(dividingBy: items.count)
        // Together the shares are the whole, so that an end is an end.
        let isFirst = items.first.map { $0.input === item.input && $0.sequence == item.sequence } ?? false
        return isFirst ? share + rest : share
    }

    /// The end of an input that cannot be read, or not any further: an item that says so.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - sentence: Why it cannot be read.
    ///   - sequence: How many items came before.
    ///   - line: The line at which it ended, or 0 when none was read.
    ///   - digest: What was read of it.
    ///   - stamp: What the file system said of it.
    /// - Returns: A unit of that one item, and the end.
    static func failing(
        _ input: BatchInput,
        _ sentence: String,
        sequence: Int = 0,
        line: Int = 0,
        digest: RunningDigest = RunningDigest(),
        stamp: InputStamp? = nil
    ) -> BatchChunk {
        let item = BatchItem(
            input: input,
            sequence: sequence,
            line: line,
            end: digest.byteCount,
            content: .unreadable(sentence)
        )
        let checkpoint = Checkpoint(input: input, itemCount: sequence + 1, digest: digest, stamp: stamp, isEnd: true)
        return BatchChunk(items: [item], checkpoints: [checkpoint])
    }
}
