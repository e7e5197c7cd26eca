import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore

/// Downloads with a stored file that may be revalidated.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MediaDownloaderRevalidationTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 64)

    private let wall = ManualWallClock()
    private let store = MemoryStore()

    private func download(
        _ script: [ScriptedAnswer],
        validatorsOf url: String? = "https://a.example/x.png"
    ) async throws -> (download: Download, requests: [FetchRequest]) {
        let fetcher = RecordingFetcher(script: script)
        let clock = ManualClock()
        let context = EvaluationContext.testing(
            Policy(name: "test", types: [.image: TypeRule(extensions: ["png"], limit: 1000)]),
            // Too little time is left for a second attempt, so nothing sleeps.
            until: Deadline(at: clock.now.advanced(by: .milliseconds(100)))
        )
        let request = try DownloadRequest.testing("https://a.example/x.png", under: context)
        let validators = try url.map { try #require(Validators(CacheFields(entityTag: "\"1\""), url: $0)) }
        let downloader = MediaDownloader(
            fetcher: fetcher,
            store: store,
            canonicalizer: TableCanonicalizer(),
            time: clock,
            wall: wall
        )
        let download: Download = await downloader.download(request, unless: validators)
        return (download, fetcher.requests)
    }

    private func answer(_ status: Int, _ fields: [(String, String)] = [], _ body: [UInt8] = []) -> ScriptedAnswer {
        let pieces = body.isEmpty ? [] : [body]
        return .response(
            ScriptedResponse(status: status, fields: fields.map { (name: $0.0, value: $0.1) }, pieces: pieces)
        )
    }

    private func end(_ download: Download) -> String {
        switch download.body {
        case .success(.received): "received"
        case .success(.unchanged): "unchanged"
        case .failure(let failure): failure.reasons.first?.code.rawValue ?? ""
        }
    }

    @Test func notModifiedConfirmsStoredFile() async throws {
        let (download, requests) = try await download([answer(304, [("ETag", "\"1\"")])])
        #expect(end(download) == "unchanged")
        #expect(requests.map { $0.validators?.lines } == [["If-None-Match: \"1\""]])
        #expect(download.exchanges.map(\.head.status) == [304])
        #expect(store.spools.isEmpty)
    }

    @Test func newFileReplacesStoredFile() async throws {
        let (download, _) = try await download([answer(200, [("ETag", "\"2\"")], Self.png)])
        #expect(end(download) == "received")
    }

    @Test func notModifiedWithoutConditionIsRejected() async throws {
        let (download, requests) = try await download([answer(304)], validatorsOf: nil)
        #expect(end(download) == "fetch.status")
        #expect(requests.map { $0.validators == nil } == [true])
    }

    @Test func notModifiedForOtherVersionIsRequestedInFull() async throws {
        let (download, requests) = try await download([
            answer(304, [("ETag", "\"2\"")]), answer(200, [("ETag", "\"2\"")], Self.png),
        ])
        #expect(end(download) == "received")
        #expect(requests.map { $0.validators == nil } == [false, true])
        #expect(download.exchanges.map(\.head.status) == [200])
    }

    @Test func conditionIsSentOnlyToURLThatAnswered() async throws {
        let redirect = answer(302, [("Location", "https://b.example/y.png")])
        let (download, requests) = try await download(
            [redirect, answer(304)],
            validatorsOf: "https://b.example/y.png"
        )
        #expect(end(download) == "unchanged")
        #expect(requests.map { $0.validators == nil } == [true, false])
        #expect(download.exchanges.map(\.url) == ["https://a.example/x.png", "https://b.example/y.png"])
    }

    @Test func changedRedirectGetsNoCondition() async throws {
        let redirect = answer(302, [("Location", "https://evil.example/y.png")])
        let (download, requests) = try await download(
            [redirect, answer(304)],
            validatorsOf: "https://b.example/y.png"
        )
        #expect(end(download) == "fetch.status")
        #expect(requests.allSatisfy { $0.validators == nil })
    }

    @Test func headOfRejectedResponseIsKept() async throws {
        let (download, _) = try await download([answer(404, [("Cache-Control", "no-store")])])
        #expect(end(download) == "fetch.status")
        #expect(download.exchanges.first?.head.values("cache-control") == ["no-store"])
    }
}
