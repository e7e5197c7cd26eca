/// A processor of items in two halves: a synchronous one, and one for the few items that must wait.
package protocol ItemProcessing: Sendable {
    /// The unit of input.
    associatedtype Chunk: WorkChunk = ItemChunk
    /// The state between the halves.
    associatedtype Prepared: Sendable
    /// The result of an item.
    associatedtype Output: Sendable = RewriteResult

    /// Processes an item as far as possible without waiting; its deadline runs from its arrival.
    func begin(_ item: Chunk.Item) -> BeginResult<Prepared, Output>

    /// Completes an item, and waits for what it needs.
    func finish(_ prepared: Prepared) async -> Output

    /// The executors of chunks and items.
    var executors: PayloadExecutors { get }

    /// The executor on which to complete an item; `nil` for the threads of Swift concurrency.
    func executor(of prepared: Prepared) -> (any TaskExecutor)?
}

/// The progress of an item without waiting.
package enum BeginResult<Prepared: Sendable, Output: Sendable>: Sendable {
    /// The item is complete.
    case finished(Output)
    /// The item must wait for media.
    case needsMedia(Prepared)
}

/// Items that arrived together and are processed by one task.
package protocol WorkChunk: Sendable {
    associatedtype Item: Sendable

    /// The cost of all items against the run's limit; read once, after the chunk was read.
    var cost: Int { get }
    var isEmpty: Bool { get }

    /// Removes and returns the next item, or returns `nil` at the end; the item's deadline runs from `now`.
    mutating func next(at now: ContinuousClock.Instant) -> Item?

    /// Returns the share of an item in the cost.
    static func cost(of item: Item) -> Int
}

extension WorkChunk {
    package static func cost(of item: Item) -> Int { 1 }
}

/// The output of consecutive results, such as lines; made in the tasks of the results, and joined in order.
package protocol ResultBatch<Output>: Sendable {
    associatedtype Output = RewriteResult

    mutating func append(_ result: Output)

    /// Adds the output of the results that follow.
    mutating func append(contentsOf next: consuming Self)
}

/// Results without a format.
extension Array: ResultBatch where Element == RewriteResult {}

/// A batch with the number and the cost of its items.
struct BatchPart<Batch: ResultBatch>: Sendable {
    private(set) var batch: Batch
    private(set) var itemCount = 0
    private(set) var cost = 0

    mutating func append(_ result: Batch.Output, cost: Int) {
        batch.append(result)
        itemCount += 1
        self.cost += cost
    }

    mutating func append(contentsOf next: consuming BatchPart) {
        itemCount += next.itemCount
        cost += next.cost
        batch.append(contentsOf: next.batch)
    }
}

/// The result of a chunk that was processed as far as possible without waiting.
struct ChunkResult<Processor: ItemProcessing, Batch: ResultBatch>: Sendable where Batch.Output == Processor.Output {
    enum Part: Sendable {
        /// Consecutive items that are complete.
        case ready(BatchPart<Batch>)
        /// An item that must wait.
        case waiting(Processor.Prepared, cost: Int)
    }

    /// The number of the chunk in the run.
    let number: Int
    /// The parts in the order of the items.
    private(set) var parts: [Part] = []
    /// The number of items that must wait.
    private(set) var waitingCount = 0
    /// The items that remain because too many items wait already.
    private(set) var rest: Processor.Chunk

    /// Processes a chunk until its end, or until as many items wait as there are slots.
    init(
        _ chunk: Processor.Chunk,
        number: Int,
        slots: Int,
        processor: Processor,
        time: any TimeSource,
        makeBatch: () -> Batch
    ) {
        self.number = number
        rest = chunk
        var ready = BatchPart(batch: makeBatch())
        while waitingCount < slots {
            guard let item = rest.next(at: time.now) else { break }
            let cost = Processor.Chunk.cost(of: item)
            switch processor.begin(item) {
            case .finished(let result):
                ready.append(result, cost: cost)
            case .needsMedia(let prepared):
                if ready.itemCount > 0 {
                    parts.append(.ready(ready))
                    ready = BatchPart(batch: makeBatch())
                }
                parts.append(.waiting(prepared, cost: cost))
                waitingCount += 1
            }
        }
        if ready.itemCount > 0 { parts.append(.ready(ready)) }
    }
}

/// Items that arrived together: single items, or all complete lines in a buffer.
package struct ItemChunk: WorkChunk {
    private let source: String
    private let received: ContinuousClock.Instant?
    /// Single items, the last one first.
    private var items: [InputItem] = []
    private var lines: LineSplitter?
    private var line: LineSplitter.Line?
    package let cost: Int

    package init(_ item: InputItem) { self.init([item]) }

    package init(_ items: [InputItem]) {
        source = items.first?.origin.name ?? ""
        received = nil
        self.items = items.reversed()
        cost = items.count
    }

    /// Creates a chunk of `count` lines from a finished splitter; `received` is `nil` for the time of processing.
    package init(_ lines: LineSplitter, count: Int, of source: String, received: ContinuousClock.Instant? = nil) {
        self.source = source
        self.received = received
        self.lines = lines
        cost = count
        line = self.lines?.next()
    }

    package var isEmpty: Bool { items.isEmpty && line == nil }

    package mutating func next(at now: ContinuousClock.Instant) -> InputItem? {
        if var item = items.popLast() {
            item.arrival = now
            return item
        }
        guard let line else { return nil }
        self.line = lines?.next()
        return InputItem(
            source: source,
            line: line.number,
            content: line.isTooLong ? .tooLong(limit: line.bytes.count) : .bytes(Array(line.bytes)),
            arrival: now,
            received: received
        )
    }
}

/// The layout of payloads in an input.
package enum InputFraming: Sendable {
    /// The whole input is exactly one JSON value.
    case oneValue
    /// One JSON value per line; blank lines are skipped.
    case lines

    /// Detects the framing of a file by its name: lines for `.ndjson` and `.jsonl`, one value for `.json` and `.apns`, in
    /// any case; `nil` for other names.
    package init?(fileName: some Sequence<UInt8>) {
        let lowered = fileName.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        func ends(_ suffix: String) -> Bool { lowered.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
        if [".ndjson", ".jsonl"].contains(where: ends) {
            self = .lines
        } else if [".json", ".apns"].contains(where: ends) {
            self = .oneValue
        } else {
            return nil
        }
    }
}
