import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload
@testable import AttacheURL

@Suite("Pipeline", .inProcess, .timeLimit(.minutes(1)))
struct PipelineTests {
    private let clock = ManualClock()
    private let loads = Locked<[String]>([])
    private let observer = Recorder()

    /// Records the reported events.
    private struct Recorder: AttacheObserver {
        let events = Locked<[String]>([])

        func itemBegan(_ event: ItemBegan) { events.withLock { $0.append("began") } }

        func itemFinished(_ event: ItemFinished) {
            events.withLock { $0.append("\(event.result.outcome) \(event.supplies.map(\.rawValue))") }
        }
    }

    private func pipeline() throws -> Pipeline {
        let policy = Policy(
            name: "test",
            payload: PayloadRules(media: [.init(url: try JSONPath(parsing: "$.media_url"))]),
            types: [.image: TypeRule(extensions: ["png"], limit: 1000)]
        )
        let policies = PolicySet([policy])
        return Pipeline(
            payload: PayloadReader(),
            contexts: EvaluationContextResolver(
                policies: policies,
                networks: [.wifi],
                policy: "test",
                network: "wifi",
                timeout: nil,
                ats: nil
            ),
            gate: Gate(policies: policies),
            policy: RequestPolicy(egress: EgressPolicy(), canonicalizer: TableCanonicalizer(), link: .off),
            media: ScriptedLoader { [loads] request, _ in
                loads.withLock { $0.append(request.url.text) }
                var verdict = MediaVerdict(reasons: [Reason(.fetchStatus, "Gone.", isPermanent: true)])
                verdict.trace = TransferRecord(host: "h.example", supply: .transferred, byteCount: 0, transfer: .zero)
                return LoadedMedia(verdict)
            },
            singleFlight: SingleFlight(time: clock),
            rewrite: Rewriter(),
            emit: ResultEmitter(observers: [observer]),
            time: clock
        )
    }

    private func item(_ media: String) -> InputItem {
        let text = #"{"aps":{"alert":"x","mutable-content":1},"media_url":"\#(media)"}"#
        return InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: clock.now)
    }

    private func isFinished(_ step: BeginResult<PendingItem, RewriteResult>) -> Bool {
        if case .finished = step { true } else { false }
    }

    @Test(
        "Cached media is answered without waiting, rejected media too",
        arguments: [
            (
                "https://h.example/a.png", ["https://h.example/a.png"],
                ["plain [\"transferred\"]", "plain [\"shared\"]"]
            ),
            ("http://h.example/a.png", [], ["plain []", "plain []"]),
        ] as [(String, [String], [String])]
    )
    func known(_ media: String, loaded: [String], ends: [String]) async throws {
        let pipeline = try pipeline()
        #expect(!isFinished(pipeline.begin(item(media))))
        #expect(await pipeline.run(item(media)).outcome == .plain)
        #expect(isFinished(pipeline.begin(item(media))))
        // Media that the policy rejects reaches neither a cache nor a transfer.
        #expect(loads.withLock { $0 } == loaded)
        #expect(observer.events.withLock { $0 } == ["began", "began", ends[0], "began", ends[1]])
    }

    @Test(
        "Where names are ignored, any medium is loaded, and its verdict is that of no other item",
        arguments: [
            ("a.webp", 1, ReasonCode.typeExtensionUnsupported), ("a.svg", 1, .typeExtensionUnsupported),
            ("a.png", 2, .fetchStatus), ("a.php", 2, .fetchStatus),
        ],
        [true, false]
    )
    func ignoredName(_ item: (name: String, loads: Int, code: ReasonCode), isFirst: Bool) async throws {
        let pipeline = try pipeline()
        let input = self.item("https://h.example/\(item.name)")
        var nameless = RequestOverrides()
        nameless.ignoresName = true
        for ignoresName in [isFirst, !isFirst, isFirst] {
            let result = await pipeline.run(input, asked: ignoresName ? nameless : RequestOverrides())
            #expect(result.reasons.first?.code == (ignoresName ? .fetchStatus : item.code))
            #expect(result.policy == "test")
        }
        #expect(loads.withLock { $0 }.count == item.loads)
    }

    @Test(
        "An item that ends before its media is loaded never waits",
        arguments: [
            ("{", Outcome.rejected), (#"{"aps":{"alert":"x"}}"#, .untouched),
            (#"{"aps":{"alert":"x"},"media_url":"https://h.example/a.png"}"#, .untouched),
        ]
    )
    func early(_ text: String, outcome: Outcome) throws {
        let input = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: clock.now)
        guard case .finished(let result) = try pipeline().begin(input) else {
            Issue.record("The item waits.")
            return
        }
        #expect(result.outcome == outcome)
        #expect(observer.events.withLock { $0 } == ["began", "\(outcome) []"])
    }
}
