import Attache
import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import LoopbackOrigin
import Testing

@testable import FleetWorker

/// A JetStream server, an origin, and a directory, for one test.
final class FleetScene: Sendable {
    /// A message of a stream.
    struct Stored: Sendable {
        let subject: String
        let headers: String
        let body: String

        /// The identifier in a result.
        var identifier: String? { (try? JSONDocument(parsing: Array(body.utf8)))?.root["id"]?.string }
    }

    let origin: LoopbackOrigin
    let server: DevelopmentServer
    private let threads: WorkerPool
    private let connection: NATSConnection
    private let watch: NATSSubscription
    private let names = FleetNames.standard
    private let plan: FleetPlan
    private let scratch: ScratchDirectory

    var directory: String { scratch.path }

    private init(_ handler: @escaping LoopbackOrigin.Handler, plan: FleetPlan) throws {
        self.plan = plan
        scratch = try ScratchDirectory("fleet")
        origin = try LoopbackOrigin.start(handler: handler)
        server = try DevelopmentServer(
            ["PATH": "/usr/bin:/bin", "TMPDIR": scratch.path],
            prefersUsualPort: false,
            within: Self.patience
        )
        threads = try WorkerPool(threadCount: 1)
        var nats = NATSConfiguration()
        nats.servers = [server.url]
        connection = try NATSConnection(nats, name: "test")
        _ = try FleetSetup(plan).findings(connection)
        watch = try connection.subscribe("attache.>")
    }

    /// Runs `body` with a server whose streams are as planned; by default every path of the origin is a picture.
    static func with(
        plan: FleetPlan = FleetPlan(),
        origin handler: @escaping LoopbackOrigin.Handler = { _ in
            .file(SampleMedia.photoPNG.bytes, type: "image/png")
        },
        _ body: (FleetScene) async throws -> Void
    ) async throws {
        let starting = try WorkerPool(threadCount: 1)
        let made = await starting.run { Result { try FleetScene(handler, plan: plan) } }
        starting.shutDown()
        guard let scene = try made?.get() else { return }
        do {
            try await body(scene)
        } catch {
            await scene.end()
            throw error
        }
        await scene.end()
    }

    /// Payloads of workers that have ended come back after a second. On a busy machine so do others, so that only tests in
    /// which workers end have this plan.
    static var quickPlan: FleetPlan {
        var plan = FleetPlan()
        plan.ackWait = .seconds(1)
        return plan
    }

    var nats: NATSConfiguration {
        var configuration = NATSConfiguration()
        configuration.servers = [server.url]
        return configuration
    }

    /// The configuration of the pipeline: everything in the directory, and the origin is allowed.
    var configuration: AttacheConfiguration {
        var configuration = AttacheConfiguration()
        configuration.storeDirectory = "\(directory)/store"
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        configuration.transientFailureLifetime = .zero
        configuration.hostCooling = .zero
        // No payload's time ends during a test.
        configuration.deadline = .seconds(3600)
        return configuration
    }

    /// The configuration of a pipeline that shares verdicts with others.
    func sharing(_ verdicts: FleetVerdicts?) -> AttacheConfiguration {
        var configuration = configuration
        guard let verdicts else { return configuration }
        configuration.cache = .disk
        configuration.verdictLifetime = .zero
        configuration.sharedVerdicts = verdicts
        return configuration
    }

    /// An envelope that names a path of the origin.
    func payload(_ identifier: String, path: String = "/a.png") -> String {
        """
        {"id":"\(identifier)","payload":{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\(origin.url(path))"}}
        """
    }

    /// Sends payloads of a tenant, and waits until the server has them.
    func send(_ payloads: [String], tenant: String = "acme") async throws {
        let (connection, subject) = (connection, names.work(tenant))
        try await onThread {
            for payload in payloads {
                try connection.publish(NATSPublication(subject: subject, body: Array(payload.utf8)))
            }
            try connection.flush(within: Self.patience)
        }
    }

    /// Waits until messages of a subject's beginning have been published, such as `attache.results`, from now on.
    func wait(for count: Int, below prefix: String) async throws {
        let watch = watch
        var found = 0
        while found < count {
            try Task.checkCancellation()
            let more = try await onThread { [found] in
                // As many as have arrived, after a wait for the first.
                var more = 0
                var wait = Duration.milliseconds(100)
                while found + more < count, let message = try watch.next(within: wait) {
                    wait = .zero
                    if message.subject.hasPrefix(prefix) { more += 1 }
                }
                return more
            }
            found += more
        }
    }

    /// Far longer than any answer of the server takes.
    private static let patience = Duration.seconds(300)

    /// Sends a request and waits for its answer.
    private func request(_ subject: String, _ body: [UInt8] = []) async throws -> NATSMessage {
        let connection = connection
        return try await onThread { try connection.request(subject, body, timeout: Self.patience) }
    }

    /// Publishes a message into a stream.
    func publish(_ subject: String, _ body: String = "") async throws {
        _ = try await request(subject, Array(body.utf8))
    }

    /// Sets the limit of a stream's bytes, beyond which it refuses messages; -1 for none.
    func limit(stream: String, byteCount: Int) async throws {
        let part = try #require(plan.parts.first { $0.name == stream })
        let body = String(decoding: part.configuration, as: UTF8.self)
            .replacing(#""max_bytes":-1"#, with: #""max_bytes":\#(byteCount)"#)
        let reply = try await request("$JS.API.STREAM.UPDATE.\(stream)", Array(body.utf8))
        let failure = JetStreamAPI.failure(in: try JSONDocument(parsing: reply.body))
        #expect(failure == nil)
    }

    /// Removes a stream with its messages.
    func remove(stream: String) async throws {
        _ = try await request("$JS.API.STREAM.DELETE.\(stream)")
    }

    /// Makes the streams that are missing.
    func setUp() async throws {
        let (connection, plan) = (connection, plan)
        _ = try await onThread { try FleetSetup(plan).findings(connection) }
    }

    /// Waits until every payload is acknowledged.
    func waitForEmptyWork() async throws {
        try await waitUntil { try await stored(in: names.workStream).isEmpty }
    }

    /// Waits until the bucket has as many verdicts.
    func waitForVerdicts(_ count: Int) async throws {
        try await waitUntil {
            try await stored(in: "KV_attache-verdicts").count { VerdictRecord(Array($0.body.utf8)) != nil } == count
        }
    }

    /// Returns every message of a stream.
    func stored(in stream: String) async throws -> [Stored] {
        let connection = connection
        return try await onThread {
            let reply = try connection.request("$JS.API.STREAM.INFO.\(stream)", timeout: Self.patience)
            let state = try JSONDocument(parsing: reply.body).root["state"]
            let (first, last) = (state?["first_seq"]?.integer ?? 1, state?["last_seq"]?.integer ?? 0)
            return try (first..<max(first, last + 1)).compactMap { sequence in
                let body = Array("{\"seq\":\(sequence)}".utf8)
                let reply = try connection.request(
                    "$JS.API.STREAM.MSG.GET.\(stream)",
                    body,
                    timeout: Self.patience
                )
                guard let message = try JSONDocument(parsing: reply.body).root["message"] else { return nil }
                func text(_ name: String) -> String {
                    let data = message[name]?.string.flatMap { Data(base64Encoded: $0) } ?? Data()
                    return String(decoding: data, as: UTF8.self)
                }
                return Stored(subject: message["subject"]?.string ?? "", headers: text("hdrs"), body: text("data"))
            }
        }
    }

    /// Runs a worker in this process while `body` runs, then drains it; returns its end and what it reported last.
    func work(
        _ change: (inout WorkerConfiguration) -> Void = { _ in },
        sharing verdicts: FleetVerdicts? = nil,
        onEvent: @escaping @Sendable (WorkerEvent) -> Void = { _ in },
        _ body: () async throws -> Void
    ) async throws -> (outcome: WorkerOutcome, totals: WorkerTotals) {
        var configuration = WorkerConfiguration()
        configuration.nats = nats
        configuration.retryDelay = .milliseconds(50)
        configuration.drainTimeout = .seconds(300)
        change(&configuration)
        let isStopped = Locked(false)
        let totals = Locked(WorkerTotals())
        let worker = FleetWorker(configuration, isStopRequested: { isStopped.withLock { $0 } }) { event in
            onEvent(event)
            if case .ended(let final) = event { totals.withLock { $0 = final } }
        }
        let pipeline = sharing(verdicts)
        async let outcome = withAttache(configuration: pipeline) { try await worker.run($0) }
        do {
            try await body()
        } catch {
            isStopped.withLock { $0 = true }
            _ = try await outcome
            throw error
        }
        isStopped.withLock { $0 = true }
        return (try await outcome, totals.withLock { $0 })
    }

    /// Runs blocking work on a thread of its own.
    func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await #require(threads.run { Result { try body() } }).get()
    }

    private func end() async {
        origin.stop()
        let (connection, server) = (connection, server)
        _ = await threads.run {
            connection.close()
            server.stop()
        }
        threads.shutDown()
        scratch.remove()
    }
}

/// Closes what workers share verdicts through, once they have written everything.
func close(_ workers: [FleetVerdicts], on clock: ManualClock) async throws {
    try await withTimePassing(on: clock, by: .milliseconds(10)) { for worker in workers { await worker.close() } }
}
