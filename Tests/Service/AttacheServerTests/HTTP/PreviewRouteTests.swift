import AttacheSystem
import AttacheTesting
import Foundation
import HTTPTypes
import LoopbackOrigin
import NotificationPicture
import TestWidth
import Testing

@testable import AttacheServer

/// `POST /v1/preview` over a real socket; the drawing program is beside the tests.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct PreviewRouteTests {
    private struct Document: Decodable {
        struct Picture: Decodable {
            let stage: String
            let appearance: String
            let width: Int
            let height: Int
            let description: String
            let cut: [String]
            let svg: String
        }
        let schema: String
        let medium: String
        let pictures: [Picture]
    }

    private func document(_ answer: ServiceScene.Answer) throws -> Document {
        #expect(answer.status == 200, "\(answer.body.prefix(300))")
        return try JSONDecoder().decode(Document.self, from: Data(answer.body.utf8))
    }

    private func kind(_ answer: ServiceScene.Answer) -> String? {
        answer.body.firstMatch(of: /urn:attache:problem:([a-z-]+)/).map { String($0.1) }
    }

    /// A browser that opens the picture runs nothing and loads nothing.
    @Test func svgIsSafe() async throws {
        try await ServiceScene.with { scene in
            let answer = try await scene.ask("/v1/preview", body: scene.payload())
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "image/svg+xml")
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["content-security-policy"]?.contains("sandbox") == true)
            #expect(answer.body.contains("<svg"))
            #expect(!answer.body.contains("<script") && !answer.body.contains("<foreignObject"))
            let links = answer.body.matches(of: /href="([^"]*)"/).map { String($0.1) }
            #expect(links.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("data:image/png;base64,") })
        }
    }

    @Test func pictureHasTheMedium() async throws {
        try await ServiceScene.with { scene in
            let path = "/v1/preview?format=json&stage=banner,expanded&appearance=light,dark"
            let document = try document(await scene.ask(path, body: scene.payload()))
            #expect(document.schema == "attache-preview/1" && document.medium == "pixels")
            #expect(document.pictures.map(\.stage) == ["banner", "banner", "expanded", "expanded"])
            #expect(document.pictures.map(\.appearance) == ["light", "dark", "light", "dark"])
            #expect(document.pictures.allSatisfy { $0.width == 393 && $0.height > 100 && $0.svg.contains("<image") })
            #expect(document.pictures[0].description.contains("Hello; with a picture"))
            // The same picture again needs no other download.
            _ = try await scene.ask("/v1/preview?format=png", body: scene.payload())
            #expect(scene.origin.requests.count == 1)
        }
    }

    /// While somebody types, nothing is loaded, and what has been checked is shown.
    @Test func mediaAreLoadedOnlyWhenAsked() async throws {
        try await ServiceScene.with { scene in
            let path = "/v1/preview?format=json&load=no"
            let first = try document(await scene.ask(path, body: scene.payload()))
            #expect(first.medium == "placeholder")
            #expect(scene.origin.requests.isEmpty)
            _ = try await scene.ask("/v1/rewrite", body: scene.payload())
            let second = try document(await scene.ask(path, body: scene.payload()))
            #expect(second.medium == "pixels")
            #expect(scene.origin.requests.count == 1)
            let metrics = try await scene.ask("/metrics")
            #expect(metrics.body.contains(#"attache_items_total{outcome="attached"} 1"# + "\n"))
        }
    }

    @Test(arguments: [("png", "image/png"), ("text", "text/plain; charset=utf-8"), ("svg", "image/svg+xml")])
    func formIsChosen(_ form: String, mediaType: String) async throws {
        try await ServiceScene.with { scene in
            let body = #"{"aps":{"alert":{"title":"Raid","body":"Join now"}}}"#
            let answer = try await scene.ask("/v1/preview?format=\(form)&stage=list&locale=ar-EG", body: body)
            #expect(answer.status == 200 && answer.headers["content-type"] == mediaType)
            if form == "text" { #expect(answer.body.contains("Join now") && answer.body.contains("╭")) }
        }
    }

    /// Hive's buttons and those that a vendor's extension makes of the payload.
    @Test(arguments: [
        (
            #"{"aps":{"alert":"Hi","mutable-content":1,"category":"SALE_CATEGORY"},"hive":{"mediaUrl":"http://a.dev/b.png"}}"#,
            "hive", "Sale"
        ),
        (
            #"{"aps":{"alert":"Hi","mutable-content":1},"custom":{"i":"1"},"buttons":[{"i":"a","n":"Buy"}]}"#,
            "onesignal", "Buy"
        ),
    ])
    func buttonsAreDrawn(_ body: String, policy: String, title: String) async throws {
        try await ServiceScene.with { scene in
            let path = "/v1/preview?format=json&stage=expanded&policy=\(policy)&load=no"
            let document = try document(await scene.ask(path, body: body))
            #expect(document.pictures[0].description.contains("buttons: \(title)"))
        }
    }

    private static let refused: [(query: String, body: String, status: Int, kind: String)] = [
        ("", "{", 400, "invalid-json"), ("", #"{"x":1}"#, 422, "not-a-push"),
        ("", #"{"aps":{"content-available":1}}"#, 422, "nothing-shown"),
        ("?stage=top", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
        ("?stage=banner,", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
        ("?appearance=", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
        ("?size=watch", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
        ("?format=gif", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
        ("?load=maybe", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
        ("?locale=../../etc", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
        ("?locale=", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
        ("?emit=report", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
        ("?policy=nobody", #"{"aps":{"alert":"Hi"}}"#, 400, "bad-request"),
    ]

    @Test("A request that cannot be drawn is a problem", arguments: refused)
    func problems(_ query: String, body: String, status: Int, kind: String) async throws {
        try await ServiceScene.with { scene in
            let answer = try await scene.ask("/v1/preview\(query)", body: body)
            #expect(answer.status == status, "\(answer)")
            #expect(self.kind(answer) == kind)
        }
    }

    @Test func tokenIsRequired() async throws {
        try await ServiceScene.with(configured: { configuration, directory in
            try "one 0123456789abcdef\n".write(toFile: "\(directory)/tokens", atomically: false, encoding: .utf8)
            configuration.tokenFile = "\(directory)/tokens"
        }) { scene in
            let refused = try await scene.ask("/v1/preview", body: scene.payload())
            #expect(refused.status == 401)
        }
    }

    private static let client = Client(name: "one")

    /// A deadline that no test reaches.
    private static var later: ContinuousClock.Instant { .now + .seconds(3600) }

    @Test("A picture whose deadline has passed, or whose client has left, is not drawn")
    func latePicture() async throws {
        let pool = try PicturePool(path: "/bin/false")
        defer { pool.shutDown() }
        await #expect(throws: Problem.drawingBusy) {
            _ = try await pool.run(for: Self.client, until: .now - .milliseconds(1)) { _ in 1 }
        }
        let left = Task {
            while !Task.isCancelled { await pause() }
            return try await pool.run(for: Self.client, until: Self.later) { _ in 1 }
        }
        left.cancel()
        await #expect(throws: Problem.drawingBusy) { _ = try await left.value }
        #expect(pool.load == 0)
    }

    @Test func missingProgramIsAProblem() async throws {
        let pool = try PicturePool(path: nil)
        defer { pool.shutDown() }
        await #expect(throws: Problem.drawingMissing) {
            _ = try await pool.run(for: Self.client, until: Self.later) { _ in 1 }
        }
        #expect(Problem.drawingMissing.kind.status == .serviceUnavailable)
    }

    /// A program that ends without an answer fails its own request, and the next one is served.
    @Test func brokenProgramFailsOneRequest() async throws {
        let pool = try PicturePool(path: "/bin/false")
        defer { pool.shutDown() }
        let request = PictureRequest([PictureNotification(title: "T")])
        await #expect(throws: Problem.drawingFailed) {
            _ = try await pool.run(for: Self.client, until: Self.later) { program throws(SystemCallError) in
                try program.draw(request, pixels: []).bytes
            }
        }
        #expect(try await pool.run(for: Self.client, until: Self.later) { _ in 7 } == 7)
    }

    /// The picture of another client is next after those that are drawn, and not behind all that wait.
    @Test func clientsTakeTurns() async throws {
        let pool = try PicturePool(path: "/bin/false")
        defer { pool.shutDown() }
        let gate = DispatchSemaphore(value: 0)
        let (started, finished) = (Locked<[String]>([]), Locked(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            func draw(_ name: String) async {
                let before = pool.load
                group.addTask {
                    try await pool.run(for: Client(name: name), until: Self.later) { _ in
                        // The order of their ends is up to the semaphore.
                        started.withLock { $0.append(name) }
                        gate.wait()
                        finished.withLock { $0 += 1 }
                    }
                }
                while pool.load == before { await pause() }
            }
            for _ in 0..<12 { await draw("many") }
            await draw("few")
            for count in 1...13 {
                gate.signal()
                while finished.withLock({ $0 }) < count { await pause() }
            }
            try await group.waitForAll()
        }
        let place = try #require(started.withLock { $0.firstIndex(of: "few") })
        #expect(place <= 2 * PicturePool.processCount)
    }

    /// A client that fills the queue makes room for another one.
    @Test func fullQueueHasRoomForOthers() async throws {
        let pool = try PicturePool(path: "/bin/false")
        defer { pool.shutDown() }
        let gate = DispatchSemaphore(value: 0)
        let places = PicturePool.processCount + PicturePool.waitingLimit
        let ends = Locked<[(name: String, problem: Problem?)]>([])
        await withTaskGroup { group in
            for name in Array(repeating: "many", count: places) + ["few"] {
                if name == "few" { while pool.load < places { await pause() } }
                group.addTask {
                    var end: (String, Problem?) = (name, nil)
                    do throws(Problem) {
                        try await pool.run(for: Client(name: name), until: Self.later) { _ in gate.wait() }
                    } catch {
                        end.1 = error
                    }
                    ends.withLock { [end] in $0.append(end) }
                }
            }
            while ends.withLock({ $0.isEmpty }) { await pause() }
            for _ in 0..<places { gate.signal() }
        }
        let all = ends.withLock { $0 }
        #expect(all.count == places + 1 && all.compactMap(\.problem) == [.evicted])
        #expect(all.contains { $0.name == "few" && $0.problem == nil })
    }

    /// As many requests of a client as there are processes and places wait; one more is refused at once.
    @Test func queueIsBounded() async throws {
        let pool = try PicturePool(path: "/bin/false")
        let gate = DispatchSemaphore(value: 0)
        let places = PicturePool.processCount + PicturePool.waitingLimit
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<places {
                group.addTask {
                    try await pool.run(for: Self.client, until: Self.later) { _ in
                        gate.wait()
                        return index
                    }
                }
            }
            while pool.load < places { await pause() }
            await #expect(throws: Problem.tooManyWaiting(PicturePool.waitingLimit, 1)) {
                _ = try await pool.run(for: Self.client, until: Self.later) { _ in 0 }
            }
            for _ in 0..<places { gate.signal() }
            var sum = 0
            for try await index in group { sum += index }
            #expect(sum == (0..<places).reduce(0, +))
        }
        #expect(pool.load == 0)
        pool.shutDown()
    }
}
