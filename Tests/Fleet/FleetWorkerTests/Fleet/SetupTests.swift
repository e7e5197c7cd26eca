import AttacheCore
import TestWidth
import Testing

@testable import FleetWorker

@Suite("The streams and consumers of a fleet", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SetupTests {
    @Test("Missing ones are made, equal ones are unchanged, and others are reported and not changed")
    func setup() async throws {
        var plan = FleetScene.quickPlan
        try await FleetScene.with(plan: plan) { scene in
            let again = try await FleetSetup(plan).run(scene.nats)
            #expect(again.map(\.title).first == "stream ATTACHE_WORK")
            #expect(again.count == 5)
            #expect(again.allSatisfy { $0.state == .unchanged })

            plan.duplicateWindow = .seconds(60)
            for _ in 0..<2 {
                let findings = try await FleetSetup(plan).run(scene.nats)
                let differing = findings.filter { $0.state != .unchanged }
                #expect(differing.count == 3)
                let difference = "duplicate_window is 600000000000, planned 60000000000"
                #expect(differing.allSatisfy { $0.state == .differs([difference]) })
            }

            plan.names = try #require(FleetNames("other"))
            let other = try await FleetSetup(plan).run(scene.nats)
            #expect(other.allSatisfy { $0.state == .created })
        }
    }

    @Test("Without streams a worker does not start, and says which one is missing")
    func missing() async throws {
        try await FleetScene.with { scene in
            let names = try #require(FleetNames("nobody"))
            await #expect {
                _ = try await scene.work({ $0.names = names }) {}
            } throws: { error in
                (error as? NATSError)?.code == .jetStream(10059)
                    && (error as? NATSError)?.sentence.contains("NOBODY_WORK") == true
            }
        }
    }

    @Test("A server that does not exist is an error with its address and without its password")
    func noServer() async throws {
        var nats = NATSConfiguration()
        nats.servers = ["nats://user:secret@127.0.0.1:1"]
        let configuration = nats
        await #expect {
            _ = try await FleetSetup(FleetPlan()).run(configuration)
        } throws: { error in
            let sentence = (error as? NATSError)?.sentence ?? ""
            return sentence.contains("nats://***@127.0.0.1:1") && !sentence.contains("secret")
        }
    }

    static let serverRows: [([String], Int)] = [
        (["nats://a:4222", "tls://b:1"], 0), (["a:4222"], 0), (["http://a"], 1), ([""], 1),
        (["nats://a", "ftp://b"], 1),
    ]

    @Test("Servers are nats or tls URLs", arguments: serverRows)
    func servers(_ servers: [String], _ count: Int) {
        var nats = NATSConfiguration()
        nats.servers = servers
        #expect(nats.problems.count == count)
    }

    static let nameRows: [(String, Bool)] = [
        ("attache", true), ("a-b_C9", true), (String(repeating: "a", count: 32), true),
        (String(repeating: "a", count: 33), false), ("", false), ("a.b", false), ("a*", false), ("a b", false),
        ("\u{E9}", false),
    ]

    @Test("The name of a fleet is one token of a subject", arguments: nameRows)
    func names(_ name: String, _ isValid: Bool) { #expect((FleetNames(name) != nil) == isValid) }

    static let windowRows: [(Duration, Int)] = [(.seconds(60), 0), (.milliseconds(59_999), 1)]

    @Test("The duplicate window is at least twice the ack wait", arguments: windowRows)
    func windows(_ window: Duration, _ count: Int) {
        var plan = FleetPlan()
        plan.duplicateWindow = window
        #expect(plan.problems.count == count)
        plan.tenants = ["a.b"]
        #expect(plan.problems.count == count + 1)
    }
}
