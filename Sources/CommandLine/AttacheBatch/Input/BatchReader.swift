import Attache
import AttacheCore
import AttacheDatabase
import MediaStore
import SystemPackage

/// Reads the payloads of all inputs that the ledger does not list as finished. It blocks; one thread at a time may use
/// it.
final class BatchReader {
    /// Inputs that are opened before a chunk is returned.
    private static let inputsPerChunk = 64

    private let walk: InputWalker
    private let opener: InputOpener
    private var lines: BatchLineReader?
    private var ahead: DiscoveredInput?
    /// Whether a stop was requested before all inputs were read.
    private(set) var wasStopped = false
    /// Inputs that could not be read because of this machine.
    private(set) var faults = TruncatedMessageList(limit: 20, rest: "more inputs could not be read.")

    init(_ roots: [BatchRoot], ledger: RunLedger, output: OutputDirectory, stopDescriptor: Int32) {
        walk = InputWalker(roots)
        opener = InputOpener(ledger: ledger, output: output, stopDescriptor: stopDescriptor)
    }

    /// Stops reading; unread inputs remain for another run.
    func stop() {
        wasStopped = wasStopped || lines != nil || ahead != nil || walk.next() != nil
        lines = nil
    }

    /// Returns the next chunk, or `nil` at the end; throws `BatchError` when the ledger cannot be used. An unreadable
    /// input is an item of its own.
    func next() throws(BatchError) -> BatchChunk? {
        while !wasStopped {
            if let chunk = try nextLines() { return chunk }
            var chunk = BatchChunk()
            while lines == nil, !wasStopped, chunk.inputCount < Self.inputsPerChunk {
                guard let found = ahead ?? walk.next() else {
                    return chunk.items.isEmpty && chunk.readCount + chunk.earlierCount == 0 ? nil : chunk
                }
                ahead = nil
                // Line inputs have chunks of their own.
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

/// A unit of work: some items, and a checkpoint for each of their inputs.
struct BatchChunk: WorkChunk {
    enum Item: Sendable {
        /// The checkpoints, before the items.
        case checkpoints([Checkpoint])
        /// An item, and its share of the bytes read, which counts as done with it.
        case item(BatchItem, readCount: Int)
    }

    /// The state of an input once all its items up to this point are finished.
    struct Checkpoint: Sendable {
        let input: BatchInput
        let itemCount: Int
        /// The digest of the input up to this point; it may include part of the next line.
        let digest: RunningDigest
        /// The file's stamp before the input was read; `nil` without a file.
        let stamp: InputStamp?
        let isEnd: Bool
    }

    var items: [BatchItem] = []
    var checkpoints: [Checkpoint] = []
    /// Bytes of the input files that were read for this chunk, for progress.
    var readCount = 0
    /// Bytes of the input files that an earlier process finished and this one skipped, for progress.
    var earlierCount = 0
    /// The number of inputs opened for this chunk.
    var inputCount = 0
    /// The number of items taken, including the checkpoints.
    private(set) var takenCount = 0

    mutating func append(_ other: BatchChunk) {
        items += other.items
        checkpoints += other.checkpoints
        readCount += other.readCount
        earlierCount += other.earlierCount
    }

    var isEmpty: Bool { takenCount > items.count }

    var cost: Int { items.reduce(0) { $0 + $1.cost } }

    static func cost(of item: Item) -> Int {
        if case .item(let item, _) = item { item.cost } else { 0 }
    }

    mutating func next(at now: ContinuousClock.Instant) -> Item? {
        guard !isEmpty else { return nil }
        defer { takenCount += 1 }
        guard let (item, readCount) = following else { return .checkpoints(checkpoints) }
        return .item(item, readCount: readCount)
    }

    /// The next item and its share of the bytes read; `nil` at the end, and for the checkpoints.
    private var following: (item: BatchItem, readCount: Int)? {
        guard takenCount > 0, !isEmpty else { return nil }
        let (share, rest) = readCount.quotientAndRemainder(dividingBy: items.count)
        // The first item takes the remainder, so that the shares add up to the whole.
        return (items[takenCount - 1], takenCount == 1 ? share + rest : share)
    }

    /// Creates a chunk of one item, which reports an unreadable input, and a final checkpoint. `sequence` is the number
    /// of items before it; `line` is 0 when no line was read.
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

struct BatchItem: Sendable {
    let input: BatchInput
    /// The index among the items of its input, from 0.
    let sequence: Int
    /// The line number, from 1; 0 where the input is one value.
    let line: Int
    /// The end offset in the input, in bytes.
    let end: Int
    let content: InputItem.Content
    /// Whether `content` is the output line of an earlier pass instead of the payload.
    var isReused = false

    /// The approximate memory of an item: the payload, its parsed form, its result, and a fixed overhead.
    var cost: Int {
        if case .bytes(let bytes) = content { bytes.count * 4 + 1536 } else { 1536 }
    }

    var source: ItemSource { ItemSource(input.entry.source, line: line == 0 ? nil : line) }
}

final class BatchInput: Sendable {
    let entry: InputEntry
    /// The ledger's state of the input when the run reached it.
    let state: InputState

    init(_ entry: InputEntry, state: InputState) {
        self.entry = entry
        self.state = state
    }

    var isLines: Bool { entry.framing == .lines }
}
