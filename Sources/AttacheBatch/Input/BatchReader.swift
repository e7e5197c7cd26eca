import Attache
import AttacheCore
import AttacheDatabase
import MediaStore
import SystemPackage

/// Gives the payloads of all inputs that the ledger does not know to be finished; it blocks, and one thread at a time
/// may ask it.
final class BatchReader {
    /// Inputs that are looked at before something is handed over.
    private static let inputsPerChunk = 64

    private let walk: InputWalker
    private let opener: InputOpener
    private var lines: BatchLineReader?
    private var ahead: DiscoveredInput?
    /// Whether a stop was asked for with inputs left.
    private(set) var wasStopped = false
    /// Inputs that this machine did not let be read.
    private(set) var faults = TruncatedMessageList(limit: 20, rest: "more inputs could not be read.")

    init(_ roots: [BatchRoot], ledger: RunLedger, output: OutputDirectory, stopDescriptor: Int32) {
        walk = InputWalker(roots)
        opener = InputOpener(ledger: ledger, output: output, stopDescriptor: stopDescriptor)
    }

    /// Ends the feed because a stop was asked for; whatever was not handed over is left.
    func stop() {
        wasStopped = wasStopped || lines != nil || ahead != nil || walk.next() != nil
        lines = nil
    }

    /// The next items, or `nil` at the end.
    ///
    /// - Throws: `BatchError` when the ledger cannot be used; what is wrong with an input is an item of its own.
    func next() throws(BatchError) -> BatchChunk? {
        while !wasStopped {
            if let chunk = try nextLines() { return chunk }
            var chunk = BatchChunk()
            while lines == nil, !wasStopped, chunk.inputCount < Self.inputsPerChunk {
                guard let found = ahead ?? walk.next() else {
                    return chunk.items.isEmpty && chunk.readCount + chunk.earlierCount == 0 ? nil : chunk
                }
                ahead = nil
                // Lines come in units of their own.
                if found.entry.framing == .lines, !chunk.items.isEmpty {
                    ahead = found
                    break
                }
                chunk.inputCount += 1
                switch try opener.open(found) {
                case .finished(let byteCount): chunk.earlierCount += byteCount
                case .stopped: wasStopped = true
                case .lines(let reader):
                    lines = reader
                    chunk.earlierCount += reader.skippedCount
                case .items(let news): chunk.append(news)
                case .fault(let sentence): faults.add(sentence)
                }
            }
            if !chunk.items.isEmpty || chunk.readCount + chunk.earlierCount > 0 { return chunk }
        }
        return nil
    }

    private func nextLines() throws(BatchError) -> BatchChunk? {
        guard let reader = lines else { return nil }
        do throws(InputError) {
            if let chunk = try reader.next() { return chunk }
        } catch {
            switch error.kind {
            case .stopped: wasStopped = true
            case .unreadable, .retryable: faults.add(error.sentence)
            case .changed:
                throw reader.entry.isRepeatable ? .changedMeanwhile(reader.entry.source) : .changedStandardInput
            }
        }
        lines = nil
        return nil
    }
}

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

/// One payload of an input.
struct BatchItem: Sendable {
    let input: BatchInput
    /// Its place among the items of its input, from 0.
    let sequence: Int
    /// Its line, from 1; 0 where the input is one value.
    let line: Int
    /// Where it ends in the input, in bytes.
    let end: Int
    let content: InputItem.Content
    /// Whether `content` is the line of the output that an earlier pass made of it, instead of the payload.
    var isReused = false

    /// Its name in the result.
    var source: ItemSource { ItemSource(input.entry.source, line: line == 0 ? nil : line) }
}

/// An input that a run works on.
final class BatchInput: Sendable {
    let entry: InputEntry
    /// How far the ledger had come with it when the run reached it.
    let state: InputState

    init(_ entry: InputEntry, state: InputState) {
        self.entry = entry
        self.state = state
    }

    var isLines: Bool { entry.framing == .lines }
}
