package import Attache
import AttacheCore
import AttacheSystem
import Glibc

/// A worker of a fleet: takes payloads from a stream, runs the pipeline, publishes results and acknowledges.
///
/// A payload is acknowledged when the stream of results has its result, so that the end of any process loses nothing: the
/// payload is delivered again, and a repeated result has the same identifier, by which JetStream drops it.
package struct FleetWorker: Sendable {
    private let configuration: WorkerConfiguration
    private let monitor: WorkerMonitor
    private let isStopRequested: @Sendable () -> Bool
    private let report: @Sendable (WorkerEvent) -> Void

    /// Creates a worker. `isStopRequested` is read often; `report` may be called on any thread.
    package init(
        _ configuration: WorkerConfiguration,
        monitor: WorkerMonitor = WorkerMonitor(),
        isStopRequested: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.configuration = configuration
        self.monitor = monitor
        self.isStopRequested = isStopRequested
        self.report = report
    }

    /// Works until a stop is requested, and then until what it has begun has a result.
    ///
    /// - Throws: `NATSError` when the servers or the streams are not as needed, `SystemCallError` without a thread.
    package func run(_ attache: Attache) async throws -> WorkerOutcome {
        let threads = try WorkerPool(threadCount: 2)
        defer { threads.shutDown() }
        let opening = await threads.run { Result { try open() } }
        guard let (link, consumers, ackWait) = try opening?.get() else { return .disconnected }
        let queue = WorkQueue(
            WorkState(
                limits: WorkLimits(
                    leastDeliveryCount: configuration.windowCount / 4,
                    deliveryCount: configuration.windowCount,
                    byteCount: configuration.byteLimit,
                    suspectDeliveries: configuration.suspectDeliveries,
                    ackWait: ackWait,
                    hangTime: configuration.hangTime
                ),
                consumers: consumers
            )
        )
        monitor.follow {
            var figures = queue.figures
            figures.isConnected = link.connection.isConnected
            return figures
        }
        report(.started(server: link.connection.server, stream: configuration.names.workStream, consumers: consumers))
        let settler = Settler(link: link, queue: queue, rules: rules, time: attache.time, report: report)
        let receiver = WorkReceiver(
            configuration: configuration,
            link: link,
            queue: queue,
            settler: settler,
            time: attache.time,
            isStopRequested: isStopRequested,
            endTransfers: { attache.endTransfers() },
            report: report
        )
        let outcome = Locked(WorkerOutcome.drained)
        let receiving = Task { await threads.run { outcome.withLock { $0 = receiver.run() } } }
        await work(attache, queue, settler)
        queue.read { state in if !state.isDraining { _ = state.drain() } }
        receiver.finish()
        _ = await receiving.value
        _ = await threads.run { link.close(within: .seconds(2)) }
        report(.ended(queue.totals))
        return outcome.withLock { $0 }
    }

    private var rules: SettlementRules {
        SettlementRules(
            names: configuration.names,
            format: configuration.format,
            deliveries: configuration.deliveries,
            lastDelivery: configuration.suspectDeliveries.upperBound,
            retryDelay: configuration.retryDelay,
            storeDelay: configuration.storeDelay
        )
    }

    /// Connects, and checks that the streams are there; blocks.
    private func open() throws -> (link: FleetLink, consumers: [String], ackWait: Duration) {
        let connection = try NATSConnection(configuration.nats, name: "attached work")
        let api = JetStreamAPI(connection: connection, patience: JetStreamAPI.electionTime)
        let inspection = try FleetInspection(configuration.names, api)
        for warning in inspection.warnings { report(.warning(warning)) }
        return (try FleetLink(connection), inspection.consumers, inspection.ackWait)
    }

    private func work(_ attache: Attache, _ queue: WorkQueue, _ settler: Settler) async {
        let runner = ItemRunner(
            limits: RunnerLimits(
                jobs: configuration.jobs,
                // The queue limits what is read and not written.
                cost: configuration.windowCount * 2
            ),
            keepsOrder: false,
            processor: DeliveryProcessor(
                pipeline: attache.pipeline,
                rules: rules,
                maximumTimeout: configuration.maximumTimeout
            ),
            time: attache.time,
            makeBatch: { SettlementBatch() }
        )
        _ = await runner.run(
            next: { await next(queue, attache.time) },
            emit: { batch in
                for settled in batch.settled { settler.settle(settled) }
                return true
            }
        )
    }

    /// Waits for deliveries to begin.
    private func next(_ queue: WorkQueue, _ time: any TimeSource) async -> DeliveryChunk? {
        guard let begun = await queue.next(time) else { return nil }
        for delivery in begun {
            let count = delivery.acknowledgement.deliveryCount
            guard configuration.suspectDeliveries.contains(count) else { continue }
            report(.suspect(position: delivery.position, deliveries: count))
            queue.count { $0.suspects += 1 }
        }
        return DeliveryChunk(begun)
    }
}

/// The streams and consumers as a worker finds them.
struct FleetInspection {
    let consumers: [String]
    /// The shortest time of all consumers until a delivery is repeated.
    let ackWait: Duration
    private(set) var warnings: [String] = []

    /// Reads the configuration of streams and consumers; throws when one is missing.
    init(_ names: FleetNames, _ api: JetStreamAPI) throws(NATSError) {
        var window: Int?
        for stream in [names.workStream, names.resultStream, names.deadStream] {
            guard let configuration = try api.stream(stream) else {
                throw NATSError(
                    .jetStream(10059),
                    "There is no stream \(stream); run attached work setup, or use the --fleet of an existing one."
                )
            }
            if stream == names.resultStream { window = configuration.root["duplicate_window"]?.integer }
        }
        consumers = try api.consumers(of: names.workStream).sorted()
        guard !consumers.isEmpty else {
            throw NATSError(
                .jetStream(10014),
                "The stream \(names.workStream) has no consumer; run attached work setup."
            )
        }
        var shortest = Int.max
        for consumer in consumers {
            guard let configuration = try api.consumer(consumer, of: names.workStream) else { continue }
            shortest = min(shortest, configuration.root["ack_wait"]?.integer ?? .max)
            if let limit = configuration.root["max_deliver"]?.integer, limit > 0 {
                warnings.append(
                    "The consumer \(consumer) drops payloads after \(limit) deliveries; set its max_deliver to -1."
                )
            }
        }
        let nanoseconds = shortest == .max ? 30_000_000_000 : shortest
        ackWait = .nanoseconds(nanoseconds)
        if let window, window < nanoseconds * 2 {
            warnings.append(
                "The stream \(names.resultStream) recognises repeated results for only \(window / 1_000_000_000) s; "
                    + "set its duplicate_window to more than twice the ack_wait of the consumers."
            )
        }
    }
}
