import Attache
import AttacheCore
import AttacheThreads
import Foundation
import LoopbackOrigin
import Testing

/// Places that stay taken until a result is safe, through the whole pipeline.
@Suite(.timeLimit(.minutes(1)))
struct HeldPlacesTests {
    private let store = NSTemporaryDirectory() + "attache-held-\(UUID().uuidString)"

    private func withHeldPlaces(_ body: (Attache, LoopbackOrigin) async -> Void) async throws {
        let origin = try LoopbackOrigin.start { request in
            if request.path.hasPrefix("/moved") { return .redirect(to: "/there\(request.path.dropFirst(6))") }
            return .file(SampleMedia.photoPNG.bytes, type: "image/png")
        }
        defer { origin.stop() }
        defer { try? FileManager.default.removeItem(atPath: store) }
        var configuration = AttacheConfiguration()
        configuration.policy = "hive"
        configuration.storeDirectory = store
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        configuration.transferLimit = 2
        configuration.holdsPlaces = true
        try await withAttache(configuration: configuration) { await body($0, origin) }
    }

    private func process(
        _ path: String,
        _ attache: Attache,
        _ origin: LoopbackOrigin,
        within timeout: Duration = .seconds(20)
    ) async -> RewriteResult {
        await attache.rewrite(
            #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(origin.url(path))"}"#,
            deadline: timeout
        )
    }

    @Test func theOriginSeesNoMoreThanThePlacesUntilAResultIsSafe() async throws {
        try await withHeldPlaces { attache, origin in
            let held = [await process("/1.png", attache, origin), await process("/2.png", attache, origin)]
            #expect(held.allSatisfy { $0.outcome == .attached && $0.accounts.count == 1 })
            let late = await process("/3.png", attache, origin, within: .milliseconds(200))
            #expect(late.headline?.code == .fetchDeadline)
            #expect(origin.requestCount == 2)
            held[0].accounts.forEach { $0.settle() }
            let next = await process("/3.png", attache, origin)
            #expect(next.outcome == .attached)
            #expect(origin.requestCount == 3)
        }
    }

    @Test func redirectsAndDroppedResultsDoNotLock() async throws {
        try await withHeldPlaces { attache, origin in
            for round in 0..<5 {
                // Each lets go of its result at once: a redirect takes a place of its own.
                async let first = process("/moved\(round)a.png", attache, origin).outcome
                async let second = process("/moved\(round)b.png", attache, origin).outcome
                let outcomes = await [first, second]
                #expect(outcomes == [.attached, .attached])
            }
            #expect(origin.requestCount == 20)
        }
    }
}
