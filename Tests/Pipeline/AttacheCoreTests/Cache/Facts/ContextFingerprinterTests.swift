import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite("Context fingerprints", .inProcess, .timeLimit(.minutes(1)))
struct ContextFingerprinterTests {
    /// One change of the context.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        var policy: @Sendable (inout Policy) -> Void = { _ in }
        var network: @Sendable (inout Network) -> Void = { _ in }
        var facts: @Sendable (inout FingerprintInputs) -> Void = { _ in }
        var testDescription: String { name }
    }

    private static let policy = Policy(
        name: "test",
        types: [
            .image: TypeRule(extensions: ["png", "jpg"], limit: 10),
            .video: TypeRule(extensions: ["mp4"], limit: 20),
            .audio: TypeRule(extensions: ["mp3"], limit: 5),
        ]
    )
    private static let network = Network(name: "wifi", kind: .wifi, link: LinkModel())
    private static let facts = FingerprintInputs(link: .model, egress: EgressPolicy(), version: "1")

    private func fingerprint(_ change: Change) -> ContextFingerprint {
        var (policy, network, facts) = (Self.policy, Self.network, Self.facts)
        change.policy(&policy)
        change.network(&network)
        change.facts(&facts)
        return ContextFingerprinter(facts: facts, digester: TableDigester()).fingerprint(of: policy, on: network)
    }

    private static let counting = [
        Change(name: "policy's name", policy: { $0.name = "other" }),
        Change(name: "strategies", policy: { $0.extensionStrategies = [.bytes] }),
        Change(name: "file", policy: { $0.rules.definition = "{}" }),
        Change(name: "ATS profile", policy: { $0.ats.profile = .ios9 }),
        Change(name: "ATS readings", policy: { $0.ats.readings.subdomains = .oneLabel }),
        Change(name: "ATS key", policy: { $0.ats.allowsArbitraryLoads = true }),
        Change(name: "ATS domain", policy: { $0.ats.exceptionDomains["a.example"] = .init() }),
        Change(name: "network's name", network: { $0.name = "other" }),
        Change(name: "network's kind", network: { $0.kind = .cellular }),
        Change(name: "expensive", network: { $0.isExpensive = true }),
        Change(name: "constrained", network: { $0.isConstrained = true }),
        Change(name: "speed", network: { $0.link.downBitsPerSecond = 1000 }),
        Change(name: "delay", network: { $0.link.delayUp = .nanoseconds(1) }),
        Change(name: "loss", network: { $0.link.lossDown = 0.1 }),
        Change(name: "link", facts: { $0.link = .off }),
        Change(name: "port", facts: { $0.egress.allowedPorts = [8080] }),
        Change(name: "denied host", facts: { $0.egress.deniedHosts = [.below("a.example")] }),
        Change(name: "other pattern", facts: { $0.egress.deniedHosts = [.atOrBelow("a.example")] }),
        Change(name: "authorities", facts: { $0.authorities = "x" }),
        Change(name: "proxy", facts: { $0.proxy = "x" }),
        Change(name: "name servers", facts: { $0.nameServers = ["192.0.2.1"] }),
        Change(name: "repair", facts: { $0.repair = "1" }),
        Change(name: "version", facts: { $0.version = "2" }),
    ]

    @Test("Every setting that affects media changes the fingerprint", arguments: counting)
    func changes(_ change: Change) {
        #expect(fingerprint(change) != fingerprint(Change(name: "none")))
    }

    @Test("Different changes give different fingerprints")
    func distinct() {
        #expect(Set(Self.counting.map(fingerprint)).count == Self.counting.count)
    }

    @Test(
        "Settings that do not affect media do not change the fingerprint",
        arguments: [
            Change(name: "media paths", policy: { $0.payload.media = [.init(url: JSONPath([.name("a")], "$.a"))] }),
            Change(name: "own addresses", facts: { $0.egress.ownAddresses = [.v4(1)] }),
        ]
    )
    func indifferent(_ change: Change) {
        #expect(fingerprint(change) == fingerprint(Change(name: "none")))
    }

    @Test("The order of sets and dictionaries does not matter")
    func order() {
        let ports = Array(1...50)
        let one = Change(name: "one", facts: { $0.egress.allowedPorts = Set(ports) })
        let other = Change(name: "other", facts: { $0.egress.allowedPorts = Set(ports.reversed()) })
        #expect(fingerprint(one) == fingerprint(other))
    }

    /// The digest is an entry's key in an index that another process reads: it must not depend on this process's seed.
    @Test("The fingerprint is the same in every process")
    func stable() {
        #expect(
            fingerprint(Change(name: "none")).text == "0b56ef38c92c21957296782ae01617c0c327ca619261cbfdd36831757fefb4a2"
        )
    }

    /// Adding a member requires a decision whether it changes the fingerprint; then it is added here.
    @Test("Every member is accounted for")
    func members() {
        func labels(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
        #expect(
            labels(ATSReadings()) == [
                "localAddressesNeedKey", "localNetworkingNoEndsArbitraryLoads", "subdomains", "cipherSuites",
            ]
        )
        #expect(labels(Self.network) == ["name", "kind", "isExpensive", "isConstrained", "link"])
        #expect(
            labels(Self.network.link) == [
                "downBitsPerSecond", "upBitsPerSecond", "delayDown", "delayUp", "lossDown", "lossUp", "dnsDelay",
            ]
        )
        #expect(
            labels(EgressPolicy()) == [
                "allowedAddresses", "allowedPorts", "allowedHosts", "deniedHosts", "deniedAddresses", "ownAddresses",
            ]
        )
    }
}
