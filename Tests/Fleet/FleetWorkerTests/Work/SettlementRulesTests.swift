import Attache
import AttacheCore
import TestWidth
import Testing

@testable import FleetWorker

@Suite("What becomes of a payload", .inProcess, .timeLimit(.minutes(1)))
struct SettlementRulesTests {
    private let rules = SettlementRules(
        names: .standard,
        format: .payload,
        deliveries: 3,
        lastDelivery: 13,
        retryDelay: .seconds(2),
        storeDelay: .seconds(2)
    )

    private func delivery(_ payload: String, count: Int = 1) throws -> PayloadDelivery {
        let subject = "$JS.ACK.ATTACHE_WORK.workers.\(count).17.17.1700000000000000000.0"
        return PayloadDelivery(
            tenant: "acme",
            body: Array(payload.utf8),
            acknowledgement: try #require(AcknowledgementSubject(subject))
        )
    }

    /// Payloads with an `id` of `count` bytes, and the identifier of their results.
    static let identifiers: [(String, String)] = [
        (#""id":"a b","#, #"acme:"a b""#), (#""id":7,"#, "acme:7"), ("", "ATTACHE_WORK#17@1700000000000000000"),
        (#""id":"\#(String(repeating: "x", count: 254))","#, #"acme:"\#(String(repeating: "x", count: 254))""#),
        (#""id":"\#(String(repeating: "x", count: 255))","#, "ATTACHE_WORK#17@1700000000000000000"),
    ]

    @Test("A result has the identifier of its payload within its tenant, or its position", arguments: identifiers)
    func identifier(_ member: String, _ expected: String) async throws {
        let delivery = try delivery(#"{\#(member)"payload":{"aps":{"alert":"Hi"}}}"#)
        let result = try await withAttache { await $0.rewrite(delivery.body) }
        guard case .publish(let message) = rules.settle(result, of: delivery) else {
            Issue.record("A result that is not published.")
            return
        }
        #expect(message.subject == "attache.results.acme")
        #expect(message.headers.first?.name == "Nats-Msg-Id")
        #expect(message.headers.first?.value == expected)
    }

    @Test(
        "A transient failure is repeated with growing delays until the last delivery",
        arguments: [(1, 2), (2, 4), (3, 0)]
    )
    func transient(_ count: Int, _ seconds: Int) async throws {
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"http://127.0.0.1:1/a.png"}"#
        var configuration = AttacheConfiguration()
        configuration.allowedAddresses = ["127.0.0.0/8:1"]
        let result = try await withAttache(configuration: configuration) { await $0.rewrite(payload) }
        #expect(result.headline?.code == .fetchConnect)
        switch rules.settle(result, of: try delivery(payload, count: count)) {
        case .retry(let delay): #expect(delay == .seconds(seconds))
        case .publish: #expect(seconds == 0)
        default: Issue.record("A transient failure that is neither repeated nor published.")
        }
    }

    @Test("A letter keeps the payload and its reason, whatever the sentence contains")
    func letter() throws {
        let reason = DeadReason(code: "payload.invalid-json", message: "a\r\nb\u{0}c")
        let letter = rules.letter(try delivery("{", count: 4), reason)
        #expect(letter.subject == "attache.dead.acme")
        #expect(letter.body == Array("{".utf8))
        let headers = Dictionary(letter.headers.map { ($0.name, $0.value.headerValue) }, uniquingKeysWith: { $1 })
        #expect(headers["Attache-Message"] == "a  b c")
        #expect(headers["Attache-Deliveries"] == "4")
    }

    @Test(
        "Letters of what is no tenant reach none",
        arguments: [
            ("acme", "acme"), ("a-b_9", "a-b_9"), ("\u{FFFD}\u{FFFD}", "~"), ("", "~"), ("~", "~"), ("a b", "~"),
            (">", "~"),
        ]
    )
    func letterOfNoTenant(_ tenant: String, _ token: String) throws {
        var delivery = try delivery("{}")
        delivery.tenant = tenant
        #expect(rules.letter(delivery, .unknownTenant).subject == "attache.dead.\(token)")
    }

    @Test("A letter of a payload that is too long for any stream has its beginning and its length")
    func longLetter() throws {
        let limit = (1 << 20) - (1 << 13)
        for (length, isCut) in [(limit, false), (limit + 1, true)] {
            let payload = try delivery(String(repeating: "x", count: length))
            let letter = rules.letter(payload, DeadReason(code: "payload.too-large", message: ""))
            #expect(letter.body.count == limit)
            #expect(letter.headers.last?.name == (isCut ? "Attache-Length" : "Attache-Deliveries"))
        }
    }

    @Test(
        "A payload whose result cannot be stored is repeated seldom",
        arguments: [(1, 2), (2, 4), (5, 30), (1000, 30)]
    )
    func storeDelay(_ count: Int, _ seconds: Int) throws {
        #expect(rules.storeDelay(before: count + 1) == .seconds(seconds))
    }

    static let refusals: [(String, Int, String?)] = [
        ("acme", 1, nil), ("acme", 13, nil), ("acme", 14, "work.poisonous"), ("acme", 1000, "work.poisonous"),
        ("a b", 1, "work.invalid-tenant"), ("", 14, "work.invalid-tenant"),
    ]

    @Test(
        "What was delivered too often, or belongs to none, is a dead letter without being processed",
        arguments: refusals
    )
    func refused(_ tenant: String, _ count: Int, _ code: String?) throws {
        var delivery = try delivery("{}", count: count)
        delivery.tenant = tenant
        #expect(rules.reasonNotToProcess(delivery)?.code == code)
    }

    @Test("A payload is a suspect in ten deliveries after those for transient failures", arguments: [1, 5, 1000])
    func suspectDeliveries(_ deliveries: Int) {
        var configuration = WorkerConfiguration()
        configuration.deliveries = deliveries
        #expect(configuration.suspectDeliveries == deliveries + 1...deliveries + 10)
    }
}
