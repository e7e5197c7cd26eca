@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// Payloads from the received bytes to the sent bytes, without a download.
enum PayloadTarget {
    private static let policies = ["$.media_url", "$.data.attachments[*].url", "$.aps['media'][0]"].enumerated().map {
        index,
        text in
        guard let path = try? JSONPath(parsing: text) else { fatalError("The target's own path \(text) is invalid.") }
        var policy = Policy(name: "policy-\(index)")
        policy.payload = PayloadRules(media: [PayloadRules.MediaLocation(url: path)], takesAll: index == 1)
        return policy
    }
    private static let gate = Gate(policies: PolicySet(policies))
    private static let network = Network.presets[0]

    static func run(_ bytes: [UInt8]) {
        let item = InputItem(source: "fuzz", content: .bytes(bytes), arrival: .now)
        switch PayloadReader().read(item) {
        case .failure(let rejection):
            require(rejection.reasons.contains { $0.severity == .block }, "a rejection has a blocking reason")
            isJSON(Rewriter().reject(item, rejection, elapsed: .zero).json(), "a rejection is JSON")
        case .success(let notification):
            let payload = notification.payload
            require(payload.bytes.count <= PayloadReader.voiceLimit, "a push is within Apple's limit")
            require(payload.compacted() == payload.bytes, "a push is compact")
            for policy in policies { judge(notification, of: item, under: policy) }
        }
    }

    private static func judge(_ notification: Notification, of item: InputItem, under policy: Policy) {
        let terms = EvaluationContext(policy: policy, network: network, deadline: Deadline(at: .now), findings: [])
        let received = notification.payload.bytes
        switch gate.decide(notification, under: policy) {
        case .stop(let stop):
            let result = Rewriter().rewrite(notification, of: item, under: terms, stop: stop, elapsed: .zero)
            check(result, received: received, policy: policy)
        case .media(let references, _):
            require(!references.isEmpty, "a push that proceeds has media")
            for reference in references {
                let found = (try? JSONPath(parsing: reference.location))?.first(in: notification.payload.root)
                require(found?.value.string != nil, "a reference's path is a string in the payload")
            }
            let result = Rewriter().rewrite(
                notification,
                of: item,
                under: terms,
                verdicts: VerdictCollection(),
                warnings: [],
                elapsed: .zero
            )
            require(result.outcome == .plain, "without media the outcome is plain")
            check(result, received: received, policy: policy)
        }
    }

    private static func check(_ result: RewriteResult, received: [UInt8], policy: Policy) {
        isJSON(result.json(), "a result is JSON")
        guard let payload = result.payload, let document = try? JSONDocument(parsing: payload) else {
            fatalError("Broken property: the sent payload is JSON")
        }
        require(payload.count <= received.count, "the sent payload is no longer than the received one")
        if result.outcome != .plain { return require(payload == received, "other outcomes send the received bytes") }
        for media in policy.payload.media {
            // Removing an element shifts the next one to its index, so an indexed path may still match.
            let isIndexed = media.url.segments.contains { if case .index = $0 { true } else { false } }
            require(isIndexed || media.url.matches(in: document.root).isEmpty, "a plain payload has no media")
        }
    }

    private static func isJSON(_ bytes: [UInt8], _ property: String) {
        require((try? JSONDocument(parsing: bytes)) != nil, property)
        require(!bytes.contains(0x0A), "a result is one line")
    }
}
