import Attache
import AttacheCore
import AttacheSystem
import AttacheTesting
import Glibc
import HTTPTypes
import HummingbirdCore
import TestWidth
import Testing

@testable import AttacheServer

/// The turns of clients at the processor.
@Suite("Processor turns", .inProcess, .timeLimit(.minutes(2)))
struct ProcessorTurnsTests {
    private static let (many, few) = (Client(name: "many"), Client(name: "few"))

    @Test("A client that sends little waits for one piece of another's work, and not for all")
    func order() async {
        let turns = ProcessorTurns(limit: 1, on: nil)
        let order = Locked<[String]>([])
        await turns.take(Self.many)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { await turns.run(for: Self.many) { order.withLock { $0.append("many") } } }
                while turns.waitingCount <= number { await pause() }
            }
            group.addTask { await turns.run(for: Self.few) { order.withLock { $0.append("few") } } }
            while turns.waitingCount < 21 { await pause() }
            turns.end(Self.many)
        }
        #expect(order.withLock { $0.firstIndex(of: "few") } == 1)
        #expect(order.withLock { $0.count } == 21 && turns.waitingCount == 0)
    }

    /// What a route answers to a payload without media, while the only turn is another client's until it waits for it.
    private func answer(
        _ path: String,
        _ accept: (RequestHead) throws(Problem) -> CollectedWork,
        in turns: ProcessorTurns
    ) async throws -> HTTPResponse.Status {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: path)
        head.headerFields[.contentType] = "application/json"
        let work = try accept(RequestHead(head, URI(path), of: Self.few, since: .now))
        await turns.take(Self.many)
        let isOver = Locked(false)
        let answering = Task {
            defer { isOver.withLock { $0 = true } }
            do {
                return try await work.run(Array(#"{"aps":{"alert":"Hi"}}"#.utf8)).head.status
            } catch let problem as Problem {
                return problem.kind.status
            }
        }
        try await waitUntil { turns.waitingCount == 1 || isOver.withLock { $0 } }
        #expect(turns.waitingCount == 1, "\(path)")
        turns.end(Self.many)
        return try await answering.value
    }

    @Test("The routes that judge one payload share the turns")
    func routes() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        var configuration = AttacheConfiguration()
        configuration.storeDirectory = scratch.path("media")
        configuration.deadline = .seconds(600)
        try await withAttache(configuration: configuration) { attache in
            let turns = ProcessorTurns(limit: 1, on: nil)
            let payloads = PayloadEvaluation(
                maximumTimeout: .seconds(600),
                pipeline: ReloadablePipeline(attache.snapshot),
                queue: AdmissionController(permitCount: 1, limits: AdmissionLimits(), time: SystemTime()),
                turns: turns
            )
            let rewrite = RewriteRoute(
                payloads: payloads,
                idempotency: nil,
                previews: MediaPreviews(),
                findings: PayloadFindings(canonicalizer: attache.canonicalizer)
            )
            let matrix = MatrixRoute(payloads: payloads, canonicalizer: attache.canonicalizer)
            let preview = PreviewRoute(payloads: payloads, pictures: try PicturePool(path: nil))
            #expect(try await answer("/v1/rewrite", rewrite.accept, in: turns) == .ok)
            #expect(try await answer("/v1/preview?format=text", preview.accept, in: turns) == .ok)
            // A payload without a URL has no matrix.
            let status = try await answer("/v1/matrix", matrix.accept, in: turns)
            #expect(status.code >= 400 && status.code < 500)
            #expect(turns.waitingCount == 0)
        }
    }

    /// On the threads of all tasks those of one client would be before what others ask for.
    @Test("Long work runs on threads of its own")
    func threads() async throws {
        let threads = try WorkerPool(threadCount: 1)
        defer { threads.shutDown() }
        let turns = ProcessorTurns(limit: 2, on: threads)
        let expected = await threads.run { pthread_self() }
        await withTaskGroup(of: pthread_t.self) { group in
            for _ in 0..<20 { group.addTask { await turns.runLong(for: Self.many) { pthread_self() } } }
            for await thread in group { #expect(thread == expected) }
        }
    }

    @Test func noMoreThanTheLimitRunAtATime() async {
        let turns = ProcessorTurns(limit: 2, on: nil)
        let running = Locked((now: 0, most: 0))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    await turns.run(for: Client(name: "\(number % 3)")) {
                        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                        running.withLock { $0.now -= 1 }
                    }
                }
            }
        }
        #expect(running.withLock { $0.now } == 0 && running.withLock { (1...2).contains($0.most) })
    }
}
