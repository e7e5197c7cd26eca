import AttacheCore
import AttacheSystem
import AttacheTesting
import CurlFetch
import TestWidth
import Testing

@testable import MediaStore

/// Files that this machine reads from a bucket: for clients, and for its own cached verdicts.
@Suite("Objects of a bucket", .inProcess, .timeLimit(.minutes(1)))
struct ObjectFetchTests {
    @Test("An object that many ask for is read once, and kept once", arguments: [200, 404, 500])
    func fetchOnce(_ status: Int) async throws {
        let gate = Waiter<Bool>()
        let bucket = BucketScene.Bucket { _ in
            _ = await gate.wait()
            return BucketScene.status(status, [:], "bytes")
        }
        let store = try BucketScene.store(bucket, of: [])
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
            while store.state.withLock({ $0.fetches.values.first?.waiters.count ?? 0 }) < 20 { await pause() }
            gate.resume(returning: true)
            return await group.reduce(into: []) { $0.append($1) }
        }
        // A failure that may pass is repeated, for all of them together; what is missing is not read.
        #expect(bucket.lines.withLock { $0 }.count == [200: 2, 404: 1, 500: 6][status])
        #expect(kept.withLock { $0 } == (status == 200 ? [Array("bytes".utf8)] : []))
        #expect(
            results.compactMap { try? $0.get() } == (status == 500 ? [] : Array(repeating: status == 200, count: 20))
        )
        #expect(store.state.withLock { $0.fetches.isEmpty })
    }

    @Test("Four objects are read at a time, and one more waits for its turn")
    func fetchWidth() async throws {
        let gates = BucketScene.Gates()
        let bucket = BucketScene.Bucket { request in
            if request.method == "GET" { await gates.wait(for: request) }
            return BucketScene.status(200)
        }
        let store = try BucketScene.store(bucket, of: [], time: ManualClock())
        await withTaskGroup(of: Void.self) { group in
            for name in ["a", "b", "c", "d", "a"] {
                group.addTask {
                    let isFound = try? await store.fetch(name, for: .serving) { _ in }
                    #expect(isFound == true)
                }
            }
            await gates.waitForLines(4)
            group.addTask {
                let isFound = try? await store.fetch("e", for: .serving) { _ in }
                #expect(isFound == true)
            }
            while store.state.withLock({ $0.turns.load.waiting }) < 1 { await pause() }
            #expect(!gates.lines.contains("GET e"))
            gates.open("GET a")
            await gates.waitForLines(5)
            #expect(gates.lines.last == "GET e")
            gates.openAll()
        }
    }

    @Test("Names that a stranger makes up take no turns of other clients, and no places of objects")
    func misses() async throws {
        let gates = BucketScene.Gates()
        let bucket = BucketScene.Bucket { request in
            await gates.wait(for: request)
            return BucketScene.status(request.url.hasSuffix("/good") ? 200 : 404)
        }
        let store = try BucketScene.store(bucket, of: [], time: ManualClock())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let isFound = try? await store.fetch("bad\(number)", for: .serving, client: 1) { _ in }
                    #expect(isFound == false)
                }
            }
            await gates.waitForLines(8)
            group.addTask {
                let isFound = try? await store.fetch("good", for: .serving, client: 2) { _ in }
                #expect(isFound == true)
            }
            while store.state.withLock({ $0.turns.load.waiting }) < 33 { await pause() }
            // Two turns end at most before the other client has one.
            for count in 9...10 {
                gates.open(gates.lines[count - 9])
                await gates.waitForLines(count)
            }
            #expect(gates.lines.contains("HEAD good"))
            gates.open("HEAD good")
            // All places of the others are taken, and still the object is read.
            while !gates.lines.contains("GET good") { await pause() }
            let opening = Task {
                while !Task.isCancelled {
                    gates.openAll()
                    await pause()
                }
            }
            await group.waitForAll()
            opening.cancel()
        }
        #expect(gates.lines.count { $0.hasPrefix("GET") } == 1)
    }

    @Test("A name that the bucket does not have is asked for once a minute")
    func missing() async throws {
        let clock = ManualClock()
        let bucket = BucketScene.Bucket { _ in BucketScene.status(404) }
        let store = try BucketScene.store(bucket, of: [], time: clock)
        for (seconds, count) in [(0, 1), (0, 1), (59, 1), (1, 2)] {
            clock.advance(by: .seconds(seconds))
            #expect(try await store.fetch("a", for: .serving) { _ in } == false)
            #expect(bucket.lines.withLock { $0.count } == count)
        }
        // The file of a verdict was there: its copy is asked for in any case.
        #expect(try await store.fetch("a", for: .restoring) { _ in } == false)
        #expect(bucket.lines.withLock { $0.count } == 3)
    }

    @Test(
        "Nothing is remembered of an object that the keys may not read",
        arguments: [FetchPurpose.serving, .restoring]
    )
    func denied(_ purpose: FetchPurpose) async throws {
        let status = Locked(403)
        let bucket = BucketScene.Bucket { _ in BucketScene.status(status.withLock { $0 }) }
        let store = try BucketScene.store(bucket, of: [])
        await #expect(throws: ObjectStoreFailure.denied) { try await store.fetch("a", for: purpose) { _ in } }
        #expect(store.state.withLock { $0.missing.isEmpty })
        status.withLock { $0 = 200 }
        #expect(try await store.fetch("a", for: purpose) { _ in })
    }

    @Test("A client that joins another's fetch without a turn asks once more for itself", arguments: [1, 2])
    func joinedFetch(_ client: Int) async throws {
        let clock = ManualClock()
        let gates = BucketScene.Gates()
        let bucket = BucketScene.Bucket { request in
            await gates.wait(for: request)
            return BucketScene.status(200)
        }
        let store = try BucketScene.store(bucket, of: [], time: clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask { _ = try await store.fetch("\(number)", for: .restoring, client: 1) { _ in } }
            }
            await gates.waitForLines(4)
            let first = Task { try await store.fetch("late", for: .restoring, client: 1) { _ in } }
            await clock.waitForSleepers(1)
            let joining = Task { try await store.fetch("late", for: .restoring, client: client) { _ in } }
            let key = ObjectStore.FetchKey(name: "late", purpose: .restoring)
            while store.state.withLock({ $0.fetches[key]?.waiters.count }) != 2 { await pause() }
            clock.advance(by: ObjectStore.patience)
            await #expect(throws: ObjectStoreFailure.busy) { try await first.value }
            if client == 1 {
                await #expect(throws: ObjectStoreFailure.busy) { try await joining.value }
                gates.openAll()
            } else {
                await clock.waitForSleepers(1)
                gates.openAll()
                await gates.waitForLines(5)
                gates.open("GET late")
                #expect(try await joining.value)
            }
            try await group.waitForAll()
        }
    }

    @Test("One name is fetched for each purpose in the turns of that purpose")
    func purposes() async throws {
        let gates = BucketScene.Gates()
        let bucket = BucketScene.Bucket { request in
            await gates.wait(for: request)
            return BucketScene.status(200)
        }
        let store = try BucketScene.store(bucket, of: [])
        async let restored = store.fetch("a", for: .restoring) { _ in }
        await gates.waitForLines(1)
        async let served = store.fetch("a", for: .serving) { _ in }
        await gates.waitForLines(2)
        #expect(gates.lines == ["GET a", "HEAD a"])
        gates.openAll()
        await gates.waitForLines(3)
        gates.openAll()
        let found = try await [restored, served]
        #expect(found == [true, true])
    }

    @Test("A name is no longer missing once this machine has sent the file")
    func sentAfterwards() async throws {
        let isThere = Locked(false)
        let bucket = BucketScene.Bucket { request in
            if request.method == "PUT" { isThere.withLock { $0 = true } }
            return BucketScene.status(isThere.withLock { $0 } ? 200 : 404, ["content-length": "3"])
        }
        let store = try BucketScene.store(bucket, of: [1, 2, 3])
        let file = BucketScene.file([1, 2, 3])
        #expect(try await store.fetch(file.name, for: .serving) { _ in } == false)
        #expect(await store.keep(file, until: .now + .seconds(300)) == nil)
        #expect(try await store.fetch(file.name, for: .serving) { _ in })
    }

    @Test("A request whose turn does not come for five seconds fails, and one that gives up leaves its place")
    func patience() async throws {
        let clock = ManualClock()
        let gates = BucketScene.Gates()
        let bucket = BucketScene.Bucket { request in
            await gates.wait(for: request)
            return BucketScene.status(200)
        }
        let store = try BucketScene.store(bucket, of: [], time: clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask { _ = try await store.fetch("\(number)", for: .restoring) { _ in } }
            }
            await gates.waitForLines(4)
            let waiting = Task { try await store.fetch("late", for: .restoring) { _ in } }
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(5))
            await #expect(throws: ObjectStoreFailure.busy) { try await waiting.value }
            #expect(store.state.withLock { $0.turns.load.waiting } == 0)
            gates.openAll()
            try await group.waitForAll()
        }
        #expect(gates.lines.count == 4)
    }

    /// The status and the bytes of an object, and whether the file of the digest of `bytes` is there then.
    static let copyRows: [(Int, String, Bool)] = [
        (200, "bytes", true), (200, "other", false), (404, "", false), (400, "", false),
    ]

    @Test("A file that this machine lacks comes from its copy, unless that has other bytes", arguments: copyRows)
    func restore(_ status: Int, _ body: String, _ isThere: Bool) async throws {
        let bucket = BucketScene.Bucket { _ in BucketScene.status(status, [:], body) }
        let local = MemoryStore()
        let copies = MediaCopies(try BucketScene.store(bucket, of: []), store: local, time: SystemTime()) { _ in "a.png"
        }
        let file = await copies.restore(
            BucketScene.attachment(of: "bytes"),
            for: 1,
            until: Deadline(at: .now + .seconds(300))
        )
        #expect((file != nil) == isThere)
        #expect(file.flatMap { local.files[$0.path] } == (isThere ? Array("bytes".utf8) : nil))
        #expect(bucket.lines.withLock { $0.count } == 1)
    }

    /// The seconds that a payload has left, and those that it waits for a copy.
    static let patienceRows: [(Int, Int)] = [(3, 1), (15, 5), (300, 5)]

    @Test("A copy that does not arrive in time is none", arguments: patienceRows)
    func restoreLate(_ left: Int, _ wait: Int) async throws {
        let gate = Waiter<Bool>()
        let bucket = BucketScene.Bucket { _ in
            _ = await gate.wait()
            return BucketScene.status(200, [:], "bytes")
        }
        let clock = ManualClock()
        let copies = MediaCopies(try BucketScene.store(bucket, of: []), store: MemoryStore(), time: clock) { _ in
            "a.png"
        }
        let attachment = BucketScene.attachment(of: "bytes")
        let isOver = Locked(false)
        let restoring = Task {
            let file = await copies.restore(attachment, for: 1, until: Deadline(at: clock.now + .seconds(left)))
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
        let bucket = BucketScene.Bucket { _ in
            let turn = Waiter<Bool>()
            gate.withLock { $0.append(turn) }
            _ = await turn.wait()
            return BucketScene.status(200, [:], "bytes")
        }
        let objects = try BucketScene.store(bucket, of: [])
        let clock = ManualClock()
        let copies = MediaCopies(objects, store: MemoryStore(), time: clock) { $0.source }
        let attachments = (0..<5).map { BucketScene.attachment(of: "bytes", source: "\($0)") }
        let restored = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for attachment in attachments {
                group.addTask {
                    let file = await copies.restore(attachment, for: 1, until: Deadline(at: clock.now + .seconds(300)))
                    if file != nil { restored.withLock { $0 += 1 } }
                }
            }
            while gate.withLock({ $0.count }) < 4 { await pause() }
            group.addTask { _ = try? await objects.fetch("served", for: .serving) { _ in } }
            while gate.withLock({ $0.count }) < 5 { await pause() }
            for turn in gate.withLock({ $0 }) { turn.resume(returning: true) }
            while gate.withLock({ $0.count }) < 7 { await pause() }
            for turn in gate.withLock({ $0 }) { turn.resume(returning: true) }
        }
        #expect(restored.withLock { $0 } == 5)
    }

    @Test("The end of the program ends the waits for objects, and the requests for them")
    func endOfFetches() async throws {
        let isCancelled = Locked(false)
        let begun = Waiter<Bool>()
        let bucket = BucketScene.Bucket { _ in
            begun.resume(returning: true)
            let stalled = Waiter<Bool>()
            _ = await stalled.wait { stalled.resume(returning: true) }
            isCancelled.withLock { $0 = Task.isCancelled }
            return .failure("the program ends")
        }
        let store = try BucketScene.store(bucket, of: [])
        let fetching = Task { try await store.fetch("a", for: .serving) { _ in } }
        _ = await begun.wait()
        store.endWaits()
        await #expect(throws: ObjectStoreFailure.ended) { try await fetching.value }
        await #expect(throws: ObjectStoreFailure.ended) { try await store.fetch("b", for: .restoring) { _ in } }
        await store.end()
        #expect(isCancelled.withLock { $0 })
    }
}
