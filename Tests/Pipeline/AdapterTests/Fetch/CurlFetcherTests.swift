import AttacheCore
import AttacheTesting
import CurlFetch
import LoopbackOrigin
import TestWidth
import Testing

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CurlFetcherTests {
    private let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private func withOrigin(_ behaviour: Behaviour, _ body: (LoopbackOrigin) async throws -> Void) async throws {
        let origin = try LoopbackOrigin.start { _ in behaviour }
        defer { origin.stop() }
        try await body(origin)
    }

    @Test func responseArrivesCompletely() async throws {
        try await withOrigin(.file(bytes, type: "image/png")) { origin in
            let scene = FetchScene()
            guard case .success(let response) = try await scene.fetch(origin.url("/a.png?q=1")) else {
                Issue.record("There is no response.")
                return
            }
            scene.fetcher.shutDown()
            #expect(scene.receiver.body == bytes)
            #expect(response.byteCount == bytes.count)
            #expect(response.head.values("content-type") == ["image/png"])
            #expect(response.address == .v4(0x7F00_0001))
            #expect(response.timing.connectionCount == 1 && response.timing.requestCount == 1)
            let request = try #require(origin.requests.first)
            #expect(request.method == "GET" && request.target == "/a.png?q=1")
            #expect(request.values("User-Agent") == ["attache/test"])
            #expect(request.values("Accept") == ["*/*"])
            for name in ["Cookie", "Referer", "Authorization", "Accept-Encoding"] {
                #expect(request.values(name).isEmpty)
            }
        }
    }

    @Test(arguments: [
        ("silent", Behaviour.silent), ("slow headers", .slowHeaders), ("endless headers, dripped", .slowHeaders),
    ])
    func deadlineIsEnforced(_ name: String, _ behaviour: Behaviour) async throws {
        try await withOrigin(behaviour) { origin in
            let code = try await FetchScene().reason(origin.url(), within: .milliseconds(300))
            #expect(code == .fetchDeadline)
        }
    }

    @Test(arguments: [
        (
            Behaviour.truncated(Array(repeating: 7, count: 5000), type: "image/png", after: 100),
            ReasonCode.fetchTruncated
        ),
        (.broken(Array(repeating: 7, count: 5000), type: "image/png", after: 100), .fetchConnectionLost),
        (.empty, .fetchConnectionLost), (.reset, .fetchConnectionLost), (.endlessHeaders, .fetchHeadersTooLarge),
        (.raw([.send(Array("GARBAGE\r\n\r\n".utf8)), .close]), .fetchBadFraming),
        (
            .raw([.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx".utf8))]),
            .fetchBadFraming
        ),
        (
            .raw([.send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".utf8)), .close]),
            .fetchBadFraming
        ),
        // Chunk extensions have no end, and libcurl counts none of their bytes.
        (
            .raw([
                .send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;".utf8)),
                .repeatEndlessly(Array(repeating: 0x61, count: 65_536)),
            ]),
            .fetchBadFraming
        ),
    ])
    func brokenResponsesHaveTheirReason(_ behaviour: Behaviour, code expected: ReasonCode) async throws {
        try await withOrigin(behaviour) { origin in
            let code = try await FetchScene().reason(origin.url())
            #expect(code == expected)
        }
    }

    @Test func missingListenerIsReported() async throws {
        let origin = try LoopbackOrigin.start { _ in .silent }
        origin.stop()
        let code = try await FetchScene().reason(origin.url())
        #expect(code == .fetchConnect)
    }

    @Test func rejectionEndsEndlessBody() async throws {
        try await withOrigin(.endlessChunks()) { origin in
            let receiver = CollectingReceiver(limit: 100_000, atLimit: .refuse(Reason(.sizeTooLarge, "Too large.")))
            let scene = FetchScene(receiver: receiver)
            let code = try await scene.reason(origin.url())
            #expect(code == .sizeTooLarge)
            #expect(receiver.body.count < 200_000)
        }
    }

    @Test func discardedRestIsAResponse() async throws {
        try await withOrigin(.endlessChunks()) { origin in
            let scene = FetchScene(receiver: CollectingReceiver(limit: 1000, atLimit: .discard))
            let code = try await scene.reason(origin.url())
            #expect(code == nil)
        }
    }

    @Test func deniedAnswerIsNotDialled() async throws {
        try await withOrigin(.file(bytes, type: "image/png")) { origin in
            let scene = FetchScene(judge: LenientJudge(refusesAnswers: true))
            let code = try await scene.reason(origin.url())
            #expect(code == .egressMixedAnswers)
            #expect(origin.connectionCount == 0)
        }
    }

    @Test func deniedSocketIsNotOpened() async throws {
        try await withOrigin(.file(bytes, type: "image/png")) { origin in
            let scene = FetchScene(judge: LenientJudge(refusesDialling: true))
            let code = try await scene.reason(origin.url())
            #expect(code == .egressAddressDenied)
            #expect(origin.connectionCount == 0)
        }
    }

    @Test func reusedConnectionIsCheckedAgain() async throws {
        try await withOrigin(.file(bytes, type: "image/png")) { origin in
            let scene = FetchScene(receiver: CollectingReceiver())
            for _ in 0..<3 { _ = try await scene.fetch(origin.url()) }
            scene.fetcher.shutDown()
            #expect(origin.connectionCount == 1)
            #expect(origin.requestCount == 3)
            // Once when the socket is opened, and before each of the three requests.
            #expect(scene.judge.asked.dialled.count == 4)
        }
    }

    @Test func cancellingTaskEndsTransfer() async throws {
        try await withOrigin(.silent) { origin in
            let scene = FetchScene()
            let task = Task { try await scene.reason(origin.url()) }
            while origin.connectionCount == 0 { await pause() }
            task.cancel()
            let code = try await task.value
            #expect(code == .fetchCancelled)
        }
    }

    @Test func cancelledTaskSendsNoRequest() async throws {
        try await withOrigin(.silent) { origin in
            let scene = FetchScene()
            let task = Task {
                while !Task.isCancelled { await pause() }
                return try await scene.reason(origin.url())
            }
            task.cancel()
            let code = try await task.value
            #expect(code == .fetchCancelled)
            #expect(origin.connectionCount == 0)
        }
    }

    @Test func shutdownEndsTransfersInFlight() async throws {
        try await withOrigin(.silent) { origin in
            let scene = FetchScene()
            let tasks = (0..<5).map { _ in Task { try await scene.fetch(origin.url()) } }
            while origin.connectionCount < 5 { await pause() }
            scene.fetcher.shutDown()
            for task in tasks {
                guard case .failure(let failure) = try await task.value else {
                    Issue.record("The transfer did not fail.")
                    return
                }
                #expect(failure.kind == .cancelled)
            }
            let code = try await scene.reason(origin.url())
            #expect(code == .fetchCancelled)
        }
    }

    @Test func slowHostDoesNotDelayOthers() async throws {
        try await withOrigin(.silent) { slow in
            try await withOrigin(.file(bytes, type: "image/png")) { fast in
                let scene = FetchScene(names: .double(answers: true), perHost: 2)
                let waiting = (0..<20).map { _ in Task { try await scene.fetch(slow.url(), within: .seconds(3600)) } }
                while slow.connectionCount < 2 { await pause() }
                let other = fast.url().replacing("127.0.0.1", with: "fast.test")
                guard case .success = try await scene.fetch(other) else {
                    Issue.record("The other host was not answered.")
                    return
                }
                #expect(slow.connectionCount == 2)
                scene.fetcher.shutDown()
                for task in waiting { _ = try await task.value }
            }
        }
    }

    @Test(arguments: ["gzip", "br"])
    func encodedBodiesAreDeliveredUnchanged(_ encoding: String) async throws {
        try await withOrigin(.response(headers: ["Content-Encoding: \(encoding)"], body: [1, 2, 3])) { origin in
            let scene = FetchScene()
            let code = try await scene.reason(origin.url())
            #expect(code == nil)
            #expect(scene.receiver.body == [1, 2, 3])
        }
    }

    @Test func redirectsAreNotFollowed() async throws {
        try await withOrigin(.redirect(to: "/elsewhere")) { origin in
            let scene = FetchScene()
            let code = try await scene.reason(origin.url())
            #expect(code == nil)
            #expect(scene.receiver.head?.status == 302)
            #expect(origin.requestCount == 1)
        }
    }
}
