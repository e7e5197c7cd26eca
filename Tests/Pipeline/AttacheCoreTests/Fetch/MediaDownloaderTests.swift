import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MediaDownloaderTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 64)

    private let clock = ManualClock()
    private let store = MemoryStore()
    private let policy = Policy(
        name: "test",
        types: [.image: TypeRule(extensions: ["png"], limit: 1000)],
        fetch: FetchRules(redirectLimit: 3)
    )

    private func download(_ script: [ScriptedAnswer], left: Duration = .seconds(30)) async throws -> (Download, Int) {
        let fetcher = RecordingFetcher(script: script)
        let context = EvaluationContext.testing(policy, until: Deadline(at: clock.now.advanced(by: left)))
        let request = try DownloadRequest.testing("https://a.example/x.png", under: context)
        let downloader = MediaDownloader(
            fetcher: fetcher,
            store: store,
            canonicalizer: TableCanonicalizer(),
            time: clock
        )
        let task = Task { await downloader.download(request) }
        // A sleeper here waits for the second attempt.
        let mover = Task {
            await clock.waitForSleepers(1)
            clock.advance(by: MediaDownloader.retryDelay)
        }
        let download: Download = await task.value
        // Without a second attempt there is no sleeper, and the mover would wait indefinitely.
        let sleeper = Task { try? await clock.sleep(until: clock.now.advanced(by: .seconds(3600))) }
        await mover.value
        sleeper.cancel()
        return (download, fetcher.requests.count)
    }

    private func redirect(to location: String) -> ScriptedAnswer {
        .response(ScriptedResponse(status: 302, fields: [(name: "Location", value: location)]))
    }

    private func answer(_ bytes: [UInt8], status: Int = 200) -> ScriptedAnswer {
        .response(ScriptedResponse(status: status, pieces: [bytes]))
    }

    private func codes(_ download: Download) -> [ReasonCode] { reasons(download).map(\.code) }

    @Test func redirectsAreFollowedToTheFile() async throws {
        let (download, requests) = try await download([
            redirect(to: "/y.png"), redirect(to: "//b.example/z"), answer(Self.png),
        ])
        #expect(download.url.text == "https://b.example/z")
        #expect(requests == 3)
        guard case .success(.received(let body)) = download.body else {
            Issue.record("There is no body: \(codes(download)).")
            return
        }
        #expect(body.format == .png && body.fileExtension == "png" && body.byteCount == Self.png.count)
    }

    /// The facts are those of the last response, also where its body is refused.
    @Test func responseIsDescribed() async throws {
        let fields = [(name: "content-TYPE", value: "image/png"), (name: "Content-Disposition", value: "inline")]
        let good = ScriptedAnswer.response(ScriptedResponse(status: 200, fields: fields, pieces: [Self.png]))
        let (download, _) = try await download([redirect(to: "/y.png?t=1"), good])
        let facts = try #require(download.facts)
        #expect(facts.finalURL == "https://a.example/y.png?t=1")
        #expect(facts.contentType == "image/png" && facts.contentDisposition == "inline")
        #expect(facts.status == 200 && facts.isWhole && facts.byteCount == Self.png.count && facts.format == .png)
        #expect(facts.signature == Array(Self.png.prefix(16)))
        let page = Array("<!doctype html><p>".utf8) + Array(repeating: UInt8(ascii: "x"), count: 4096)
        let wrong = try #require(try await self.download([answer(page)]).0.facts)
        #expect(wrong.format == nil && wrong.description == "an HTML page")
        let missing = try #require(try await self.download([answer(page, status: 404)]).0.facts)
        #expect(missing.status == 404 && missing.description == nil && !missing.isWhole)
        #expect(try await self.download([.failure(FetchFailure(.failed, [Reason(.fetchTLS, "x")]))]).0.facts == nil)
    }

    @Test(arguments: [
        ("http://b.example/x.png", ReasonCode.atsInsecureHTTP), ("https://127.0.0.1/x.png", .egressAddressDenied),
        ("https://b.example:6379/x.png", .urlPort), ("file:///etc/passwd", .urlScheme),
        ("https://u:p@b.example/x.png", .urlCredentials),
    ])
    func everyHopIsChecked(_ location: String, code: ReasonCode) async throws {
        let (download, requests) = try await download([redirect(to: location)])
        #expect(codes(download).first == code)
        #expect(requests == 1)
    }

    @Test(arguments: [(3, true), (4, false)])
    func redirectsAreCounted(_ count: Int, arrives: Bool) async throws {
        let script = (0..<count).map { redirect(to: "/\($0).png") } + [answer(Self.png)]
        let (download, _) = try await download(script)
        #expect(codes(download) == (arrives ? [] : [.fetchRedirects]))
    }

    @Test(arguments: [[], ["", ""], ["/a", "/b"]])
    func redirectNeedsOneLocation(_ locations: [String]) async throws {
        let fields = locations.map { (name: "Location", value: $0) }
        let (download, _) = try await download([.response(ScriptedResponse(status: 301, fields: fields))])
        #expect(codes(download) == [.fetchRedirectInvalid])
    }

    @Test func temporaryFailureIsRetriedOnce() async throws {
        let lost = ScriptedAnswer.failure(FetchFailure(.failed, [Reason(.fetchConnectionLost, "Lost.")]))
        let (download, requests) = try await download([lost, answer(Self.png)])
        #expect(requests == 2)
        #expect(codes(download).isEmpty)
        #expect(download.notes.map(\.code) == [.fetchRetried])
    }

    @Test(arguments: [ReasonCode.fetchHostNotFound, .fetchCertificate, .egressAddressDenied])
    func permanentFailureIsNotRetried(_ code: ReasonCode) async throws {
        let failed = ScriptedAnswer.failure(FetchFailure(.failed, [Reason(code, "Failed.")]))
        let (download, requests) = try await download([failed, answer(Self.png)])
        #expect(requests == 1)
        #expect(codes(download) == [code])
    }

    @Test func rejectedFileLeavesNothing() async throws {
        let (download, _) = try await download([answer(Array("<!doctype html><html>".utf8))])
        #expect(codes(download) == [.typeMismatch])
        #expect(store.files.isEmpty)
        #expect(store.spools.allSatisfy { !$0.isOpen })
    }

    /// A prefix of a signature is not the signature, however the network splits it.
    /// In the last case, the length of an AIFF file reads like the type of a box.
    @Test(
        arguments: [
            ("PNG", [0x89, 0x50, 0x4E, 0x47]), ("JPEG", [0xFF, 0xD8]), ("GIF", [0x47, 0x49, 0x46, 0x38, 0x39]),
            ("AIFF", ascii("FORMpnotAIFF")),
        ] as [(String, [UInt8])],
        [0, 1, 2, 3, 4, 5, 8]
    )
    func verdictDoesNotDependOnPieces(_ beginning: (name: String, bytes: [UInt8]), at cut: Int) async throws {
        let bytes = beginning.bytes + [UInt8](repeating: 0x2A, count: 64)
        let script = ScriptedResponse(status: 200, pieces: [Array(bytes[..<cut]), Array(bytes[cut...])])
        let inPieces = try await download([.response(script)]).0
        let atOnce = try await download([answer(bytes)]).0
        #expect(codes(inPieces) == [.typeMismatch], "\(beginning.name)")
        #expect(reasons(inPieces) == reasons(atOnce), "\(beginning.name)")
    }

    private func reasons(_ download: Download) -> [Reason] {
        if case .failure(let failure) = download.body { failure.reasons } else { [] }
    }
}
