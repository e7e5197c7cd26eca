import Attache
import AttacheCore
import AttacheReports
import TestWidth
import Testing

@Suite("A payload around one medium", .inProcess, .timeLimit(.minutes(1)))
struct MediumPayloadTests {
    private func policy(_ name: String, _ path: String?) throws -> Policy {
        var policy = Policy(name: name, order: 0)
        policy.payload.media = try [path].compactMap(\.self)
            .map { PayloadRules.MediaLocation(url: try JSONPath(parsing: $0)) }
        return policy
    }

    @Test(
        "The policy is used by its own name and no other",
        arguments: [("auto", "community"), ("hive", "hive"), ("my-app", "my-app"), ("hive-fork", nil), ("apple", nil)]
    )
    func policy(option: String, used: String?) throws {
        let policies = PolicySet([
            try policy("apple", nil), try policy("hive", "$.media_url"), try policy("community", "$.image"),
            try policy("my-app", "$.att.img"),
        ])
        let bytes = MediumPayload.bytes(of: "https://a.example/a", policy: option, among: policies)
        #expect(try bytes.flatMap { try JSONDocument(parsing: $0).root["policy"]?.string } == used)
    }

    /// The extension of every built-in policy with media keys reads the URL in the payload that is written for it.
    @Test func everyPolicyReadsItsOwnPayload() throws {
        let policies = try PolicyConfiguration(AttacheConfiguration()).policies
        let url = "https://a.example/a.png"
        for policy in policies.policies where !policy.payload.media.isEmpty {
            let bytes = try #require(
                MediumPayload.bytes(of: url, policy: policy.name, among: policies),
                "\(policy.name)"
            )
            let item = InputItem(source: "test", content: .bytes(bytes), arrival: .now)
            let decision = Gate(policies: policies).decide(try PayloadReader().read(item).get(), under: policy)
            guard case .media(let references, _) = decision else {
                Issue.record("\(policy.name): \(String(decoding: bytes, as: UTF8.self))")
                continue
            }
            #expect(references.map(\.text) == [url], "\(policy.name)")
        }
    }

    /// In the payload of trials every extension finds the URL, beside the keys of all others.
    @Test func everyPolicyReadsTheSharedPayload() throws {
        let policies = BuiltinPolicies.policies
        let url = "https://a.example/a.jpg"
        let own = try JSONPath(parsing: "$.mine.picture")
        let bytes = MediumPayload.bytes(of: url, at: [own], underAll: policies)
        let root = try JSONDocument(parsing: bytes).root
        #expect(own.first(in: root)?.value.string == url)
        #expect(root["aps"]?["alert"]?["title"]?.string == "Title" && root["aps"]?["mutable-content"]?.integer == 1)
        // Its `attachment` is an object, and Pushwoosh's, which comes first, a URL.
        let excluded = "home-assistant"
        for policy in policies.policies where !policy.payload.media.isEmpty && policy.name != excluded {
            let read = policy.payload.media.filter { $0.isRead(in: root) }.flatMap { $0.url.matches(in: root) }
            #expect(read.contains { $0.value.string == url }, "\(policy.name)")
            #expect(policy.payload.isDecodable(in: root), "\(policy.name)")
        }
        let without = MediumPayload.bytes(of: nil, at: [own], underAll: policies)
        #expect(!String(decoding: without, as: UTF8.self).contains("a.example"))
    }
}
