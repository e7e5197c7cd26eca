import AttacheCore
import AttacheSystem
import AttacheTesting
import CurlFetch
import TestWidth
import Testing

@testable import MediaStore

@Suite("Object store", .inProcess, .timeLimit(.minutes(1)))
struct ObjectStoreTests {
    /// A bucket whose answers may wait.
    private final class Bucket: ObjectTransport {
        let lines = Locked<[String]>([])
        private let answer: @Sendable (OperatorRequest) async -> OperatorOutcome

        init(_ answer: @escaping @Sendable (OperatorRequest) async -> OperatorOutcome) {
            self.answer = answer
        }

        func send(_ request: OperatorRequest) async -> OperatorOutcome {
            let query = request.url.split(separator: "?").dropFirst().joined()
            lines.withLock { $0.append("\(request.method) \(query)") }
            return await answer(request)
        }
    }

    private struct Recorder: AttacheObserver {
        let events = Locked<[MediaUploaded]>([])

        func mediaUploaded(_ event: MediaUploaded) { events.withLock { $0.append(event) } }
    }

    private static func status(_ status: Int, _ fields: [String: String] = [:], _ body: String = "") -> OperatorOutcome
    {
        .response(.init(status: status, fields: fields, body: Array(body.utf8)))
    }

    private func client(_ bucket: Bucket, _ clock: ManualWallClock) throws -> BucketClient {
        var options = BucketLocation.Options(store: "s3://bucket/p", region: "r")
        options.endpoint = "http://127.0.0.1:9"
        return BucketClient(
            try BucketLocation(options),
            .fixed(AWSCredentials(accessKey: "a", secretKey: "s")),
            transport: bucket,
            clock: clock,
            time: SystemTime(),
            random: { 0 }
        )
    }

    private func store(_ bucket: Bucket, of bytes: [UInt8], _ observers: [any AttacheObserver] = []) throws
        -> ObjectStore
    {
        let clock = ManualWallClock()
        let client = try client(bucket, clock)
        let upload = BucketUpload(client, clock: clock) { _, offset, count in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
        return ObjectStore(client, upload, observers: observers, time: SystemTime())
    }

    private func file(_ bytes: [UInt8]) -> UploadFile {
        let sha256 = HexText.of(RunningDigest.of(bytes))
        let file = StoredFile(path: "/x", sha256: sha256, byteCount: bytes.count)
        return UploadFile(name: "\(sha256).mp4", mimeType: "video/mp4", file: file)
    }

    @Test("The end of the program ends an upload in parts, and removes the parts")
    func end() async throws {
        let bytes = [UInt8](repeating: 1, count: BucketUpload.partLimit + 1)
        let begun = Waiter<Bool>()
        let bucket = Bucket { request in
            switch (request.method, request.url.contains("uploads=")) {
            case ("HEAD", _): return Self.status(404)
            case ("POST", true): return Self.status(200, [:], "<UploadId>u</UploadId>")
            case ("DELETE", _): return Self.status(Task.isCancelled ? 500 : 204)
            default:
                let stalled = Waiter<Bool>()
                begun.resume(returning: true)
                _ = await stalled.wait { stalled.resume(returning: true) }
                return .failure("the program ends")
            }
        }
        let store = try store(bucket, of: bytes)
        let file = file(bytes)
        async let failure = store.keep(file, until: .now + .seconds(300))
        _ = await begun.wait()
        await store.end()
        let lines = bucket.lines.withLock { $0 }
        #expect(lines == ["HEAD ", "POST uploads=", "PUT partNumber=1&uploadId=u", "DELETE uploadId=u"])
        let ended = await failure
        #expect(ended?.isTransient == true)
        // Nothing begins after it.
        #expect(await store.keep(file, until: .now + .seconds(300)) == .ended)
        #expect(bucket.lines.withLock { $0 } == lines)
    }

    /// A service that repeats its place in a list, of objects or of uploads.
    @Test("A list that comes back to a place ends pruning with a failure", arguments: [true, false])
    func repeatedList(ofObjects: Bool) async throws {
        let bucket = Bucket { request in
            let isList = request.url.contains("list-type=2")
            guard isList == ofObjects else { return Self.status(200, [:], "<R><IsTruncated>false</IsTruncated></R>") }
            let next =
                isList
                ? "<NextContinuationToken>t</NextContinuationToken>"
                : "<NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>"
            return Self.status(200, [:], "<R><IsTruncated>true</IsTruncated>\(next)</R>")
        }
        let clock = ManualWallClock()
        let pruner = BucketPruner(try client(bucket, clock), clock: clock, time: SystemTime()) { _ in true }
        await #expect(throws: ObjectStoreFailure.repeatedList) { try await pruner.prune(olderThan: 1, isDryRun: true) }
        #expect(bucket.lines.withLock { $0.count } == (ofObjects ? 2 : 3))
    }

    @Test("An object that many ask for is read once, and kept once", arguments: [200, 404, 500])
    func fetchOnce(_ status: Int) async throws {
        let gate = Waiter<Bool>()
        let bucket = Bucket { _ in
            _ = await gate.wait()
            return Self.status(status, [:], "bytes")
        }
        let store = try store(bucket, of: [])
        let kept = Locked<[[UInt8]]>([])
        let results = await withTaskGroup(of: Result<Bool, any Error>.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        return .success(
                            try await store.fetch("a.png", for: .serving) { bytes in kept.withLock { $0.append(bytes) }
                            }
                        )
                    } catch {
                        return .failure(error)
                    }
                }
            }
            while store.state.withLock({ $0.fetches["a.png"]?.waiters.count ?? 0 }) < 20 { await Task.yield() }
            gate.resume(returning: true)
            return await group.reduce(into: []) { $0.append($1) }
        }
        // A failure that may pass is repeated, for all of them together.
        #expect(bucket.lines.withLock { $0.count } == (status == 500 ? 6 : 1))
        #expect(kept.withLock { $0 } == (status == 200 ? [Array("bytes".utf8)] : []))
        #expect(
            results.compactMap { try? $0.get() } == (status == 500 ? [] : Array(repeating: status == 200, count: 20))
        )
        #expect(store.state.withLock { $0.fetches.isEmpty })
    }

    @Test("Four objects are read at a time, and one more is refused")
    func fetchWidth() async throws {
        let gate = Locked<[Waiter<Bool>]>([])
        let bucket = Bucket { _ in
            let turn = Waiter<Bool>()
            gate.withLock { $0.append(turn) }
            _ = await turn.wait()
            return Self.status(200)
        }
        let store = try store(bucket, of: [])
        await withTaskGroup { group in
            for name in ["a", "b", "c", "d", "a"] {
                group.addTask {
                    let isFound = try? await store.fetch(name, for: .serving) { _ in }
                    #expect(isFound == true)
                }
            }
            while gate.withLock({ $0.count }) < 4 || store.state.withLock({ $0.fetches["a"]?.waiters.count }) != 2 {
                await Task.yield()
            }
            await #expect(throws: ObjectStoreFailure.self) { try await store.fetch("e", for: .serving) { _ in } }
            for turn in gate.withLock({ $0 }) { turn.resume(returning: true) }
        }
    }

    /// The status and the bytes of an object, and whether the file of the digest of `bytes` is there then.
    static let copyRows: [(Int, String, Bool)] = [
        (200, "bytes", true), (200, "other", false), (404, "", false), (400, "", false),
    ]

    @Test("A file that this machine lacks comes from its copy, unless that has other bytes", arguments: copyRows)
    func restore(_ status: Int, _ body: String, _ isThere: Bool) async throws {
        let bucket = Bucket { _ in Self.status(status, [:], body) }
        let local = MemoryStore()
        let copies = MediaCopies(try store(bucket, of: []), store: local, time: SystemTime()) { _ in "a.png" }
        let file = await copies.restore(attachment(of: "bytes"), until: Deadline(at: .now + .seconds(300)))
        #expect((file != nil) == isThere)
        #expect(file.flatMap { local.files[$0.path] } == (isThere ? Array("bytes".utf8) : nil))
        #expect(bucket.lines.withLock { $0.count } == 1)
    }

    /// The seconds that a payload has left, and those that it waits for a copy.
    static let patienceRows: [(Int, Int)] = [(3, 1), (15, 5), (300, 5)]

    @Test("A copy that does not arrive in time is none", arguments: patienceRows)
    func restoreLate(_ left: Int, _ wait: Int) async throws {
        let gate = Waiter<Bool>()
        let bucket = Bucket { _ in
            _ = await gate.wait()
            return Self.status(200, [:], "bytes")
        }
        let clock = ManualClock()
        let copies = MediaCopies(try store(bucket, of: []), store: MemoryStore(), time: clock) { _ in "a.png" }
        let attachment = attachment(of: "bytes")
        let isOver = Locked(false)
        let restoring = Task {
            let file = await copies.restore(attachment, until: Deadline(at: clock.now + .seconds(left)))
            isOver.withLock { $0 = true }
            return file
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(wait) - .milliseconds(1))
        #expect(clock.sleeperCount == 1 && !isOver.withLock { $0 })
        clock.advance(by: .milliseconds(1))
        #expect(await restoring.value == nil)
        gate.resume(returning: true)
    }

    @Test("A copy waits for its turn, and one that a client asks for has a turn of its own")
    func restoreTurns() async throws {
        let gate = Locked<[Waiter<Bool>]>([])
        let bucket = Bucket { _ in
            let turn = Waiter<Bool>()
            gate.withLock { $0.append(turn) }
            _ = await turn.wait()
            return Self.status(200, [:], "bytes")
        }
        let objects = try store(bucket, of: [])
        let clock = ManualClock()
        let copies = MediaCopies(objects, store: MemoryStore(), time: clock) { $0.source }
        let attachments = (0..<5).map { attachment(of: "bytes", source: "\($0)") }
        let restored = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for attachment in attachments {
                group.addTask {
                    let file = await copies.restore(attachment, until: Deadline(at: clock.now + .seconds(300)))
                    if file != nil { restored.withLock { $0 += 1 } }
                }
            }
            while gate.withLock({ $0.count }) < 4 { await Task.yield() }
            group.addTask { _ = try? await objects.fetch("served", for: .serving) { _ in } }
            while gate.withLock({ $0.count }) < 5 { await Task.yield() }
            // Five timers, and the pause of the one that waits.
            await clock.waitForSleepers(6)
            for turn in gate.withLock({ $0 }) { turn.resume(returning: true) }
            while restored.withLock({ $0 }) < 4 { await Task.yield() }
            clock.advance(by: .milliseconds(20))
            while gate.withLock({ $0.count }) < 6 { await Task.yield() }
            gate.withLock { $0[5] }.resume(returning: true)
        }
        #expect(restored.withLock { $0 } == 5)
    }

    @Test("The end of the program ends the waits for objects, and the requests for them")
    func endOfFetches() async throws {
        let isCancelled = Locked(false)
        let begun = Waiter<Bool>()
        let bucket = Bucket { _ in
            begun.resume(returning: true)
            let stalled = Waiter<Bool>()
            _ = await stalled.wait { stalled.resume(returning: true) }
            isCancelled.withLock { $0 = Task.isCancelled }
            return .failure("the program ends")
        }
        let store = try store(bucket, of: [])
        let fetching = Task { try await store.fetch("a", for: .serving) { _ in } }
        _ = await begun.wait()
        store.endWaits()
        await #expect(throws: ObjectStoreFailure.ended) { try await fetching.value }
        await #expect(throws: ObjectStoreFailure.ended) { try await store.fetch("b", for: .restoring) { _ in } }
        await store.end()
        #expect(isCancelled.withLock { $0 })
    }

    private func attachment(of text: String, source: String = "https://a.example/a.png") -> AttacheCore.Attachment {
        let bytes = Array(text.utf8)
        let sha256 = HexText.of(RunningDigest.of(bytes))
        return AttacheCore.Attachment(
            identifier: "1",
            file: StoredFile(path: "/elsewhere", sha256: sha256, byteCount: bytes.count),
            format: .png,
            fileExtension: "png",
            pixels: nil,
            frameCount: 1,
            source: source
        )
    }

    @Test(
        "Each upload is reported once, however many wait for it",
        arguments: [(404, MediaUploaded.Result.sent, 3), (200, .present, 0), (400, .failed, 0)]
    )
    func events(_ head: Int, _ result: MediaUploaded.Result, byteCount: Int) async throws {
        let bucket = Bucket { request in
            Self.status(request.method == "HEAD" ? head : 200, ["content-length": "3"])
        }
        let recorders = [Recorder(), Recorder()]
        let store = try store(bucket, of: [1, 2, 3], recorders)
        let failure = await store.keep(file([1, 2, 3]), until: .now + .seconds(300))
        #expect((failure == nil) == (result != .failed))
        if failure == nil { #expect(await store.keep(file([1, 2, 3]), until: .now + .seconds(300)) == nil) }
        for recorder in recorders {
            let events = recorder.events.withLock { $0 }
            #expect(events.map(\.result) == [result] && events.map(\.byteCount) == [byteCount])
        }
    }
}
