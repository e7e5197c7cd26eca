import Attache
import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import HTTPTypes
import Logging
import LoopbackOrigin
import NIOCore
import TestWidth
import Testing

@testable import AttacheServer

/// Answers of `POST /v1/rewrite` without the router: for which requests, and that they are the router's.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ImmediateRewriteTests {
    /// Runs `body` with the answers over a new store, and with a payload whose medium is not known.
    private func with(_ body: (ImmediateRewrite, Attache, String) async throws -> Void) async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let store = scratch.path("immediate")
        var configuration = AttacheConfiguration()
        configuration.storeDirectory = store
        // No payload's time ends during a test, however slow the machine is.
        configuration.deadline = .seconds(600)
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(origin.url("/a.png"))"}"#
        try await withAttache(configuration: configuration) { attache in
            let tokens = ReloadableTokens(AccessTokens())
            let registry = PrometheusRegistry()
            let rewrite = ImmediateRewrite(
                route: RewriteRoute(
                    reader: RequestReader(limit: 1 << 20),
                    maximumTimeout: .seconds(600),
                    pipeline: ReloadablePipeline(attache.snapshot),
                    queue: AdmissionController(permitCount: 1, limits: AdmissionLimits(), time: SystemTime()),
                    turns: ProcessorTurns(),
                    idempotency: nil,
                    previews: MediaPreviews(),
                    findings: PayloadFindings(canonicalizer: attache.canonicalizer, takesTestHosts: true)
                ),
                hosts: HostCheck(listen: .network(host: "127.0.0.1", port: 0), names: [], tokens: tokens),
                access: AccessMiddleware(tokens: tokens),
                telemetry: TelemetryMiddleware(
                    metrics: HTTPMetrics(registry: registry),
                    identifiers: TraceIdentifierGenerator(),
                    readiness: Readiness(),
                    log: ServiceLog(level: .critical)
                ),
                serverName: "test"
            )
            try await body(rewrite, attache, payload)
        }
    }

    private static func head(_ path: String = "/v1/rewrite", _ fields: HTTPFields = [:]) -> HTTPRequest {
        var head = HTTPRequest(method: .post, scheme: nil, authority: "localhost", path: path)
        head.headerFields = [.contentType: "application/json", .contentLength: "10"]
        for field in fields { head.headerFields[field.name] = field.value }
        return head
    }

    private static func begin(
        _ rewrite: ImmediateRewrite,
        _ payload: String,
        to head: HTTPRequest = head()
    ) -> BeginResult<ImmediateWork, ImmediateAnswer>? {
        guard let client = rewrite.client(of: head, from: Client(name: "c")) else { return nil }
        return rewrite.respond(to: head, ByteBuffer(string: payload), of: client, since: .now)
    }

    private static func answer(
        _ rewrite: ImmediateRewrite,
        _ payload: String,
        to head: HTTPRequest = head()
    ) -> ImmediateAnswer? {
        if case .finished(let answer) = begin(rewrite, payload, to: head) { answer } else { nil }
    }

    private static let plain = #"{"aps":{"alert":"Hi"}}"#

    @Test("A payload is answered in a task until its medium is known, with the headers of the router")
    func known() async throws {
        try await with { rewrite, attache, payload in
            guard case .needsMedia(let work) = Self.begin(rewrite, payload) else {
                Issue.record("The medium is known.")
                return
            }
            #expect(work.executor != nil)
            for response in [try #require(await work.run()), try #require(Self.answer(rewrite, payload))] {
                #expect(response.head.status == .ok)
                #expect(
                    response.head.headerFields.map(\.name.canonicalName) == [
                        "content-type", "cache-control", "content-length", "traceparent", "date", "server",
                    ]
                )
                #expect(response.head.headerFields[.contentLength] == "\(response.body.readableBytes)")
                #expect(String(buffer: response.body).contains(#""outcome":"attached""#))
            }
        }
    }

    /// The head of a request for the health of the process, and whether it is answered here.
    static let healthRows: [(HTTPRequest.Method, String, HTTPFields, Bool)] = [
        (.get, "/healthz", [:], true), (.head, "/healthz", [:], false), (.get, "/healthz?x=1", [:], false),
        (.get, "/readyz", [:], false), (.get, "/healthz", [.contentLength: "0"], true),
        (.get, "/healthz", [.contentLength: "1"], false), (.get, "/healthz", [.contentLength: "x"], false),
        (.get, "/healthz", [.expect: "100-continue"], false),
    ]

    @Test("Whether the process is alive is answered without a turn, as the router does", arguments: healthRows)
    func health(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, isAnswered: Bool) async throws {
        try await with { rewrite, _, _ in
            var head = HTTPRequest(method: method, scheme: nil, authority: "localhost", path: path)
            head.headerFields = fields
            #expect(rewrite.accepts(head) == isAnswered)
            guard isAnswered else { return }
            let answer = try #require(Self.answer(rewrite, "", to: head))
            #expect(answer.head.status == .ok && String(buffer: answer.body) == "ok\n")
            #expect(
                answer.head.headerFields.map(\.name.canonicalName) == [
                    "content-type", "cache-control", "content-length", "traceparent", "date", "server",
                ]
            )
            head.authority = "evil.example"
            #expect(rewrite.client(of: head, from: Client(name: "c")) == nil)
        }
    }

    @Test("A task that is cancelled while it waits for a permit has no answer")
    func cancelledInTheQueue() async throws {
        try await with { rewrite, _, payload in
            let queue = rewrite.route.queue
            let permit = Waiter<Void>()
            async let holder: Void? = try? queue.withPermit(for: Client(name: "b"), until: .now + .seconds(600)) {
                await permit.wait()
            }
            while queue.load.working == 0 { await Task.yield() }
            guard case .needsMedia(let work) = Self.begin(rewrite, payload) else {
                Issue.record("The medium is known.")
                return
            }
            let task = Task { await work.run() }
            while queue.load.waiting == 0 { await Task.yield() }
            task.cancel()
            #expect(await task.value == nil)
            permit.resume()
            await holder
        }
    }

    @Test("A task that is cancelled has no answer, and one that finds no permit has a problem with its headers")
    func withoutAnswer() async throws {
        try await with { rewrite, _, payload in
            for isCancelled in [true, false] {
                if !isCancelled { rewrite.route.queue.close() }
                guard case .needsMedia(let work) = Self.begin(rewrite, payload) else {
                    Issue.record("The medium is known.")
                    return
                }
                let task = Task {
                    if isCancelled { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                    return await work.run()
                }
                let answer = await task.value
                #expect((answer == nil) == isCancelled)
                guard let answer else { continue }
                #expect(answer.head.status == .serviceUnavailable)
                #expect(answer.head.headerFields[.contentType] == "application/problem+json")
                #expect(answer.head.headerFields[.retryAfter] != nil)
                #expect(answer.head.headerFields[.contentLength] == "\(answer.body.readableBytes)")
            }
        }
    }

    @Test(
        "The head decides whether a request may be answered",
        arguments: [
            (head(), true), (head("/v1/rewrite?emit=payload"), true), (head("/v1/rewrite/batch"), false),
            (head("//v1/rewrite"), false), (head("/v1/rewrite/"), false), (head("/v1/rewrites"), false),
            (head("/"), false), (head("/v1/rewrite", [.contentLength: "8192"]), true),
            (head("/v1/rewrite", [.contentLength: "8193"]), false), (head("/v1/rewrite", [.contentLength: "x"]), false),
            (head("/v1/rewrite", [.transferEncoding: "chunked"]), false),
            (head("/v1/rewrite", [.expect: "100-continue"]), false),
            (head("/v1/rewrite", [.idempotencyKey: "k"]), false), (head("/v1/rewrite", [.attachePreview: "1"]), false),
            (HTTPRequest(method: .post, scheme: nil, authority: "localhost", path: "/v1/rewrite"), false),
            (HTTPRequest(method: .get, scheme: nil, authority: "localhost", path: "/v1/rewrite"), false),
        ]
    )
    func heads(_ head: HTTPRequest, isAccepted: Bool) async throws {
        try await with { rewrite, _, _ in #expect(rewrite.accepts(head) == isAccepted) }
    }

    @Test("What the router refuses, or answers in another way, is left to it")
    func refused() async throws {
        try await with { rewrite, _, _ in
            #expect(Self.answer(rewrite, Self.plain) != nil)
            for payload in ["", "{", "{}", "[]"] { #expect(Self.begin(rewrite, payload) == nil) }
            var foreign = Self.head()
            foreign.authority = "shop.example"
            let heads = [
                foreign, Self.head("/v1/rewrite?policy=none"), Self.head("/v1/rewrite?emit=all"),
                Self.head("/v1/rewrite?media=/x"), Self.head("/v1/rewrite?other=1"),
                Self.head("/v1/rewrite", [.contentType: "text/plain"]),
                Self.head("/v1/rewrite", [.contentEncoding: "gzip"]),
                Self.head("/v1/rewrite", [.attacheDeadline: "5x"]),
            ]
            for head in heads { #expect(Self.begin(rewrite, Self.plain, to: head) == nil) }
        }
    }

    /// The path with two slashes is the router's.
    @Test(
        "The answer is the router's",
        arguments: ["", "?emit=payload", "?emit=content&policy=hive", "?network=offline", "?emit=report&policy=apple"]
    )
    func same(_ query: String) async throws {
        try await ServiceScene.with { scene in
            let words = [
                "-H", "X-Request-ID: r-1", "-H",
                "traceparent: 00-\(String(repeating: "a", count: 32))-00f067aa0ba902b7-01",
            ]
            _ = try await scene.ask("/v1/rewrite\(query)", body: scene.payload())
            for payload in [scene.payload(), Self.plain, scene.payload("/b.webp")] {
                _ = try await scene.ask("//v1/rewrite\(query)", body: payload)
                var answers = [try await scene.ask("/v1/rewrite\(query)", words, body: payload)]
                answers.append(try await scene.ask("//v1/rewrite\(query)", words, body: payload))
                #expect(answers.map(\.status) == [200, 200])
                let bodies = answers.map { $0.body.replacing(/"total_ms":[0-9.]+/, with: "") }
                #expect(bodies[0] == bodies[1])
                let heads = answers.map { answer in
                    // The length depends on the time in the body; the span is each request's own.
                    answer.headers.filter { !["content-length", "date", "traceparent"].contains($0.key) }
                }
                #expect(heads[0] == heads[1])
                for answer in answers {
                    #expect(answer.headers["content-length"] == "\(answer.body.utf8.count)")
                    #expect(answer.headers["traceparent"]?.hasPrefix("00-aaaa") == true)
                    #expect(answer.headers["date"]?.hasSuffix(" GMT") == true)
                }
            }
        }
    }

    @Test("Requests in one packet, with and without a task, are answered in their order")
    func pipelined() async throws {
        try await ServiceScene.with { scene in
            guard case .network(_, let port) = scene.address else { return }
            _ = try await scene.ask("/v1/rewrite", body: scene.payload())
            let payloads = [
                Self.plain, scene.payload(), scene.payload("/new.png"), Self.plain, "{", scene.payload(),
            ]
            let text = payloads.map { RawClient.head("/v1/rewrite?emit=payload", length: $0.utf8.count) + $0 }.joined()
            let end = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let answer = await RawClient.exchange(port) { $0.send(text + end) }
            let statuses = answer.matches(of: /HTTP\/1.1 ([0-9]{3})/).map { $0.output.1 }
            #expect(statuses == ["200", "200", "200", "200", "400", "200", "200"])
            var rest = answer[...]
            for payload in payloads where payload != "{" {
                let place = try #require(rest.range(of: payload))
                rest = rest[place.upperBound...]
            }
        }
    }

    /// The answers of a burst are longer than what a socket takes at once, and one of its requests is the task's.
    @Test("All requests of a long burst are answered", arguments: [0, 1, 100, 199])
    func burst(waiting: Int) async throws {
        try await ServiceScene.with { scene in
            guard case .network(_, let port) = scene.address else { return }
            _ = try await scene.ask("/v1/rewrite", body: scene.payload())
            var text = ""
            for number in 0..<200 {
                let payload = number == waiting ? scene.payload("/new.png") : scene.payload()
                text += RawClient.head("/v1/rewrite", length: payload.utf8.count) + payload
            }
            text += "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let answer = await RawClient.exchange(port) { [text] in $0.send(text) }
            #expect(answer.matches(of: /HTTP\/1.1 200/).count == 201)
        }
    }

    @Test("A client that ends its side of the connection gets the answer of a task, and the problem of its next bytes")
    func end() async throws {
        try await ServiceScene.with { scene in
            guard case .network(_, let port) = scene.address else { return }
            for rest in ["", "NO HTTP\r\n\r\n"] {
                let payload = scene.payload("/new\(rest.count).png")
                let text = RawClient.head("/v1/rewrite?emit=payload", length: payload.utf8.count) + payload + rest
                let answer = await RawClient.exchange(port) { client in
                    client.send(text)
                    client.endSending()
                }
                let statuses = answer.matches(of: /HTTP\/1.1 ([0-9]{3})/).map { $0.output.1 }
                #expect(statuses == (rest.isEmpty ? ["200"] : ["200", "501"]))
                #expect(answer.contains(payload))
            }
        }
    }
}
