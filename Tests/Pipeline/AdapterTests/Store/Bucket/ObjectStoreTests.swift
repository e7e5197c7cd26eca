import AttacheCore
import AttacheSystem
import AttacheTesting
import CurlFetch
import TestWidth
import Testing

@testable import MediaStore

@Suite("Object store", .inProcess, .timeLimit(.minutes(1)))
struct ObjectStoreTests {
    private struct Recorder: AttacheObserver {
        let events = Locked<[MediaUploaded]>([])

        func mediaUploaded(_ event: MediaUploaded) { events.withLock { $0.append(event) } }
    }

    @Test("The end of the program ends an upload in parts, and removes the parts")
    func end() async throws {
        let bytes = [UInt8](repeating: 1, count: BucketUpload.partLimit + 1)
        let begun = Waiter<Bool>()
        let bucket = BucketScene.Bucket { request in
            switch (request.method, request.url.contains("uploads=")) {
            case ("HEAD", _): return BucketScene.status(404)
            case ("POST", true): return BucketScene.status(200, [:], "<UploadId>u</UploadId>")
            case ("DELETE", _): return BucketScene.status(Task.isCancelled ? 500 : 204)
            default:
                let stalled = Waiter<Bool>()
                begun.resume(returning: true)
                _ = await stalled.wait { stalled.resume(returning: true) }
                return .failure("the program ends")
            }
        }
        let store = try BucketScene.store(bucket, of: bytes)
        let file = BucketScene.file(bytes)
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

    /// A page of a list of objects or of uploads.
    private static func list(_ ofObjects: Bool, _ content: String) -> OperatorOutcome {
        let name = ofObjects ? "ListBucketResult" : "ListMultipartUploadsResult"
        return BucketScene.status(200, [:], "<\(name)>\(content)</\(name)>")
    }

    /// The keys of a page without an end, and the pages after which pruning ends: each has another place to go on from.
    @Test(
        "A list whose keys do not go on ends pruning with a failure",
        arguments: [(true, "", 100), (true, "p/a", 101), (false, "", 101), (false, "p/a", 102)]
    )
    func endlessList(ofObjects: Bool, key: String, count: Int) async throws {
        let number = Locked(0)
        let bucket = BucketScene.Bucket { request in
            let isList = request.url.contains("list-type=2")
            guard isList == ofObjects else { return Self.list(isList, "") }
            let entry = isList ? "Contents" : "Upload"
            let next = isList ? "NextContinuationToken" : "NextKeyMarker"
            let place = number.withLock { number in
                number += 1
                return number
            }
            let content = key.isEmpty ? "" : "<\(entry)><Key>\(key)</Key></\(entry)>"
            return Self.list(isList, "\(content)<IsTruncated>true</IsTruncated><\(next)>\(place)</\(next)>")
        }
        let clock = ManualWallClock()
        let pruner = BucketPruner(try BucketScene.client(bucket, clock), clock: clock, time: SystemTime()) { _ in true }
        await #expect(throws: ObjectStoreFailure.repeatedList) { try await pruner.prune(olderThan: 1, isDryRun: true) }
        #expect(bucket.lines.withLock { $0.count } == count)
    }

    @Test("An answer that is no list ends pruning with a failure", arguments: [true, false])
    func noList(ofObjects: Bool) async throws {
        let bucket = BucketScene.Bucket { request in
            let isList = request.url.contains("list-type=2")
            return isList == ofObjects ? BucketScene.status(200, [:], "<html></html>") : Self.list(isList, "")
        }
        let clock = ManualWallClock()
        let pruner = BucketPruner(try BucketScene.client(bucket, clock), clock: clock, time: SystemTime()) { _ in true }
        await #expect(throws: ObjectStoreFailure.noList) { try await pruner.prune(olderThan: 1, isDryRun: true) }
    }

    /// A service that repeats its place in a list, of objects or of uploads.
    @Test("A list that comes back to a place ends pruning with a failure", arguments: [true, false])
    func repeatedList(ofObjects: Bool) async throws {
        let bucket = BucketScene.Bucket { request in
            let isList = request.url.contains("list-type=2")
            guard isList == ofObjects else {
                return Self.list(isList, "<IsTruncated>false</IsTruncated>")
            }
            let next =
                isList
                ? "<NextContinuationToken>t</NextContinuationToken>"
                : "<NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>"
            return Self.list(isList, "<IsTruncated>true</IsTruncated>\(next)")
        }
        let clock = ManualWallClock()
        let pruner = BucketPruner(try BucketScene.client(bucket, clock), clock: clock, time: SystemTime()) { _ in true }
        await #expect(throws: ObjectStoreFailure.repeatedList) { try await pruner.prune(olderThan: 1, isDryRun: true) }
        #expect(bucket.lines.withLock { $0.count } == (ofObjects ? 2 : 3))
    }

    @Test("Sizes that no object has end nothing: negative ones are passed over, and a sum has a limit")
    func sizes() async throws {
        let objects = ["\(Int.max)", "-1", "7", "\(Int.max)0"].map { size in
            "<Contents><Key>p/\(size)</Key><LastModified>1970-01-01T00:00:00Z</LastModified><Size>\(size)</Size></Contents>"
        }
        let bucket = BucketScene.Bucket { request in
            let isList = request.url.contains("list-type=2")
            return Self.list(isList, isList ? objects.joined() : "")
        }
        let clock = ManualWallClock()
        let pruner = BucketPruner(try BucketScene.client(bucket, clock), clock: clock, time: SystemTime()) { _ in true }
        let pruning = try await pruner.prune(olderThan: 1, isDryRun: true)
        #expect(pruning.objectCount == 2 && pruning.oldCount == 2)
        #expect(pruning.byteCount == .max && pruning.oldByteCount == .max)
    }

    @Test(
        "Each upload is reported once, however many wait for it",
        arguments: [(404, MediaUploaded.Result.sent, 3), (200, .present, 0), (400, .failed, 0)]
    )
    func events(_ head: Int, _ result: MediaUploaded.Result, byteCount: Int) async throws {
        let bucket = BucketScene.Bucket { request in
            BucketScene.status(request.method == "HEAD" ? head : 200, ["content-length": "3"])
        }
        let recorders = [Recorder(), Recorder()]
        let store = try BucketScene.store(bucket, of: [1, 2, 3], recorders)
        let failure = await store.keep(BucketScene.file([1, 2, 3]), until: .now + .seconds(300))
        #expect((failure == nil) == (result != .failed))
        if failure == nil {
            #expect(await store.keep(BucketScene.file([1, 2, 3]), until: .now + .seconds(300)) == nil)
        }
        for recorder in recorders {
            let events = recorder.events.withLock { $0 }
            #expect(events.map(\.result) == [result] && events.map(\.byteCount) == [byteCount])
        }
    }
}
