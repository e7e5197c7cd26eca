import AttacheCore

/// Runs the pipeline on deliveries, and decides what becomes of each.
struct DeliveryProcessor: ItemProcessing {
    typealias Chunk = DeliveryChunk

    struct Prepared: Sendable {
        let delivery: PayloadDelivery
        let item: PendingItem
    }

    /// The limit of a payload's JSON text in bytes, as on the command line.
    private static let itemLimit = 64 * 1024

    let pipeline: Pipeline
    let rules: SettlementRules
    /// The longest time limit that an envelope may set.
    let maximumTimeout: Duration

    func begin(_ item: DeliveryChunk.Item) -> BeginResult<Prepared, SettledDelivery> {
        let delivery = item.delivery
        if let reason = rules.reasonNotToProcess(delivery) {
            return .finished(SettledDelivery(delivery: delivery, settlement: .deadLetter(reason)))
        }
        let content: InputItem.Content =
            delivery.body.count > Self.itemLimit ? .tooLong(limit: Self.itemLimit) : .bytes(delivery.body)
        var overrides = RequestOverrides()
        overrides.maximumTimeout = maximumTimeout
        overrides.clientID = delivery.tenant.hashValue
        let input = InputItem(
            source: delivery.acknowledgement.stream,
            line: delivery.acknowledgement.streamSequence,
            content: content,
            arrival: item.arrival
        )
        return switch pipeline.begin(input, asked: overrides) {
        case .finished(let result): .finished(settled(delivery, result))
        case .needsMedia(let pending): .needsMedia(Prepared(delivery: delivery, item: pending))
        }
    }

    func finish(_ prepared: Prepared) async -> SettledDelivery {
        settled(prepared.delivery, await pipeline.finish(prepared.item))
    }

    var executors: PayloadExecutors { pipeline.executors }

    func executor(of prepared: Prepared) -> (any TaskExecutor)? { pipeline.executor(of: prepared.item) }

    private func settled(_ delivery: PayloadDelivery, _ result: RewriteResult) -> SettledDelivery {
        SettledDelivery(delivery: delivery, settlement: rules.settle(result, of: delivery))
    }
}

/// Deliveries that begin together.
struct DeliveryChunk: WorkChunk {
    struct Item: Sendable {
        let delivery: PayloadDelivery
        let arrival: ContinuousClock.Instant
    }

    /// The last one first.
    private var deliveries: [PayloadDelivery]
    let cost: Int

    init(_ deliveries: [PayloadDelivery]) {
        self.deliveries = deliveries.reversed()
        cost = deliveries.count
    }

    var isEmpty: Bool { deliveries.isEmpty }

    mutating func next(at now: ContinuousClock.Instant) -> Item? {
        deliveries.popLast().map { Item(delivery: $0, arrival: now) }
    }
}

/// A delivery with its decision.
struct SettledDelivery: Sendable {
    let delivery: PayloadDelivery
    let settlement: Settlement
}

/// Decisions about consecutive deliveries.
struct SettlementBatch: ResultBatch {
    private(set) var settled: [SettledDelivery] = []

    mutating func append(_ result: SettledDelivery) { settled.append(result) }

    mutating func append(contentsOf next: consuming SettlementBatch) { settled += next.settled }
}
