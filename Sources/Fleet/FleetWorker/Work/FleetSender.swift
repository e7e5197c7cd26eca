import AttacheCore
import AttacheSystem
import Glibc

/// Sends payloads to a fleet, and receives their results: for trying a fleet, and for tests of one.
package struct FleetSender: Sendable {
    /// What became of the payloads.
    package struct Totals: Sendable, Equatable {
        package var sent = 0
        package var results = 0
        package var deadLetters = 0
    }

    /// The time without a result after which the others are not awaited.
    private static let patience = Duration.seconds(60)

    private let nats: NATSConfiguration
    private let names: FleetNames
    private let tenant: String

    package init(_ nats: NATSConfiguration, names: FleetNames, tenant: String) {
        self.nats = nats
        self.names = names
        self.tenant = tenant
    }

    /// Sends payloads one after another, each acknowledged by its stream, on a thread of its own.
    ///
    /// - Parameters:
    ///   - payloads: Returns the next payload, or `nil` at the end; may block.
    ///   - waits: Whether to wait for as many results or dead letters as there are payloads.
    ///   - emit: Is called with each result.
    /// - Returns: The numbers of payloads, results and dead letters.
    /// - Throws: `NATSError`, or `SystemCallError` without a thread.
    package func send(
        _ payloads: @escaping @Sendable () -> [UInt8]?,
        waits: Bool,
        emit: @escaping @Sendable ([UInt8]) -> Void
    ) async throws -> Totals {
        let threads = try WorkerPool(threadCount: 1)
        defer { threads.shutDown() }
        return try await threads.run { Result { try sendBlocking(payloads, waits: waits, emit: emit) } }?.get()
            ?? Totals()
    }

    private func sendBlocking(
        _ payloads: () -> [UInt8]?,
        waits: Bool,
        emit: ([UInt8]) -> Void
    ) throws(NATSError) -> Totals {
        let connection = try NATSConnection(nats, name: "attached work send")
        defer { connection.close() }
        // Before the first payload, so that no result is missed.
        let results = waits ? try connection.subscribe(names.results(tenant)) : nil
        let dead = waits ? try connection.subscribe(names.dead(tenant)) : nil
        // Names the payloads of this run, so that the stream drops one that is sent twice.
        let run = try NATSConnection.inbox()
        var totals = Totals()
        /// The payloads of this run, by their positions in the stream of work, that have neither result nor letter yet.
        var waiting: Set<String> = []
        /// Receives what has arrived, and waits for the first of it; returns whether there was anything.
        func receive(within timeout: Duration) throws(NATSError) -> Bool {
            var timeout = timeout
            var count = 0
            while let message = try results?.next(within: timeout, headers: [Self.position]) {
                timeout = .zero
                // Others send payloads of the tenant too, and a subscriber also sees the repeated result that the
                // stream drops.
                guard let position = message.headers[Self.position], waiting.remove(position) != nil else { continue }
                count += 1
                totals.results += 1
                emit(message.body)
            }
            while let message = try dead?.next(within: .zero, headers: [Self.position]) {
                guard let position = message.headers[Self.position], waiting.remove(position) != nil else { continue }
                count += 1
                totals.deadLetters += 1
            }
            return count > 0
        }
        while let payload = payloads() {
            let position = try send(payload, "\(run).\(totals.sent)", isFirst: totals.sent == 0, over: connection)
            totals.sent += 1
            if waits { waiting.insert(position) }
            // Results that nobody reads would fill the memory that libnats has for them.
            _ = try receive(within: .zero)
        }
        guard waits else { return totals }
        var end = ContinuousClock.now + Self.patience
        while !waiting.isEmpty, ContinuousClock.now < end {
            if try receive(within: .milliseconds(100)) { end = ContinuousClock.now + Self.patience }
        }
        return totals
    }

    /// The header with the position of a payload.
    private static let position = "Attache-Position"

    /// Sends one payload, again while the servers choose a leader or the connection is made again; returns its position
    /// in the stream of work.
    private func send(
        _ payload: [UInt8],
        _ identifier: String,
        isFirst: Bool,
        over connection: NATSConnection
    ) throws(NATSError) -> String {
        let message = NATSPublication(
            subject: names.work(tenant),
            body: payload,
            headers: [("Nats-Msg-Id", identifier)]
        )
        let end = ContinuousClock.now + Self.patience
        while true {
            let reply: NATSMessage
            do throws(NATSError) {
                reply = try connection.request(message, timeout: .seconds(2))
            } catch {
                if isFirst, error.hasNoResponders {
                    throw NATSError(error.code, "No stream accepts payloads; run attached work setup.")
                }
                guard error.isUnanswered, ContinuousClock.now < end else { throw error }
                usleep(100_000)
                continue
            }
            guard let document = try? JSONDocument(parsing: reply.body) else {
                throw NATSError(.reply, "JetStream acknowledged with something other than JSON.")
            }
            if let failure = JetStreamAPI.failure(in: document) { throw failure }
            return "\(document.root["stream"]?.string ?? names.workStream)#\(document.root["seq"]?.integer ?? 0)"
        }
    }
}
