import AttacheCore
import AttacheSystem

/// The thread that receives: it requests messages, holds what arrives, extends what is in progress, and notices the end.
final class WorkReceiver: Sendable {
    /// The longest wait for a message, and so the precision of everything that has a time.
    private static let step = Duration.milliseconds(50)
    /// The number of messages that are taken before requests are sent again.
    private static let burst = 128
    /// The interval of looks for new consumers and of reports.
    private static let reportInterval = Duration.seconds(10)
    /// The time for acknowledgements after the last result.
    private static let endTime = Duration.seconds(5)

    private let configuration: WorkerConfiguration
    private let link: FleetLink
    private let queue: WorkQueue
    private let settler: Settler
    private let time: any TimeSource
    private let isStopRequested: @Sendable () -> Bool
    private let endTransfers: @Sendable () -> Void
    private let report: @Sendable (WorkerEvent) -> Void
    /// Whether every result has been published, and only acknowledgements are awaited.
    private let isFinished = Locked(false)

    init(
        configuration: WorkerConfiguration,
        link: FleetLink,
        queue: WorkQueue,
        settler: Settler,
        time: any TimeSource,
        isStopRequested: @escaping @Sendable () -> Bool,
        endTransfers: @escaping @Sendable () -> Void,
        report: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.configuration = configuration
        self.link = link
        self.queue = queue
        self.settler = settler
        self.time = time
        self.isStopRequested = isStopRequested
        self.endTransfers = endTransfers
        self.report = report
    }

    /// Notes that all work is done; `run` returns when it is acknowledged.
    func finish() { isFinished.withLock { $0 = true } }

    /// Receives until the end; blocks.
    func run() -> WorkerOutcome {
        var phase = Phase(now: time.now)
        while true {
            do throws(NATSError) {
                try receive()
            } catch {
                // The connection is closed for good: what is held comes back to another worker after the ack wait.
                report(.warning("The connection is closed for good: \(error.sentence)"))
                link.failAll(error)
                _ = queue.update { $0.drain() }
                endTransfers()
                return .disconnected
            }
            let now = time.now
            if now >= phase.nextStep { step(&phase, now) }
            for pull in queue.read({ $0.newRequests(at: now) }) {
                link.request(pull, of: configuration.names.workStream)
            }
            if isFinished.withLock({ $0 }) {
                let end = phase.end ?? now + Self.endTime
                phase.end = end
                if queue.heldCount == 0 || now >= end { break }
            }
        }
        let left = queue.read { $0.removeAll() }
        for delivery in left { settler.giveBack(delivery) }
        return left.isEmpty && !phase.hasEndedTransfers ? .drained : .incomplete
    }

    private struct Phase {
        var nextStep: ContinuousClock.Instant
        var nextReport: ContinuousClock.Instant
        var isConnected = true
        var drainDeadline: ContinuousClock.Instant?
        var hasEndedTransfers = false
        var end: ContinuousClock.Instant?
        var reported = WorkerTotals()

        init(now: ContinuousClock.Instant) {
            nextStep = now
            nextReport = now + WorkReceiver.reportInterval
        }
    }

    /// Takes messages until there is none, or there were many.
    private func receive() throws(NATSError) {
        var wait = Self.step
        for _ in 0..<Self.burst {
            guard let incoming = try link.next(within: wait) else { return }
            wait = .zero
            switch incoming {
            case .delivery(let message): hold(message)
            case .status(let request, let message):
                // No message, the end of the request's time, or a refusal. 100 is a sign of life.
                if message.status != 100 { queue.read { $0.endRequest(request) } }
            case .answer: break
            }
        }
    }

    private func hold(_ message: NATSMessage) {
        guard let acknowledgement = message.reply.flatMap(AcknowledgementSubject.init) else { return }
        let delivery = PayloadDelivery(
            tenant: configuration.names.tenant(of: message.subject),
            body: message.body,
            acknowledgement: acknowledgement
        )
        queue.count { $0.taken += 1 }
        let isHeld = queue.update { $0.hold(delivery, at: time.now) }
        // The requests of a worker that drains are open until they expire: a payload given back at once would come again
        // and again, and count as a suspect in the end.
        if !isHeld { settler.giveBack(delivery, after: PullRequest.expiry) }
    }

    /// What has a time: late acknowledgements, extensions, the connection, the end.
    private func step(_ phase: inout Phase, _ now: ContinuousClock.Instant) {
        phase.nextStep = now + Self.step
        link.expire(at: now)
        if queue.read({ $0.hasWaitingSuspect }) { queue.update { _ in } }
        for delivery in queue.read({ $0.extensions(at: now) }) { link.acknowledge(delivery, .inProgress) }
        if let delivery = queue.read({ $0.overdue(at: now) }) { report(.hanging(position: delivery.position)) }
        watchConnection(&phase)
        if now >= phase.nextReport {
            phase.nextReport = now + Self.reportInterval
            let totals = queue.totals
            if totals != phase.reported { report(.progress(totals)) }
            phase.reported = totals
            findConsumers()
        }
        guard isStopRequested() || phase.drainDeadline != nil else { return }
        guard let deadline = phase.drainDeadline else {
            phase.drainDeadline = now + configuration.drainTimeout
            for delivery in queue.update({ $0.drain() }) { settler.giveBack(delivery) }
            report(.draining(left: queue.heldCount))
            return
        }
        if now >= deadline, !phase.hasEndedTransfers, queue.heldCount > 0 {
            phase.hasEndedTransfers = true
            endTransfers()
        }
    }

    private func watchConnection(_ phase: inout Phase) {
        let isConnected = link.connection.isConnected
        if isConnected != phase.isConnected {
            report(isConnected ? .reconnected(server: link.connection.server) : .disconnected)
            // A server forgets the requests of a broken connection.
            if isConnected { queue.read { $0.endRequests() } }
        }
        phase.isConnected = isConnected
    }

    /// Looks for consumers that were made since the start, such as for new tenants.
    private func findConsumers() {
        guard link.connection.isConnected,
            let names = try? JetStreamAPI(connection: link.connection).consumers(of: configuration.names.workStream)
        else { return }
        for name in names where !queue.read({ $0.consumers.contains(name) }) {
            queue.read { $0.add(name) }
            report(.foundConsumer(name))
        }
    }
}
