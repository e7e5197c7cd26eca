import AttacheTesting
import Foundation

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheMedia
@testable import AttachePayload
@testable import PolicyFiles

/// The policies of `policies/`, read once.
enum Dialects {
    static let policies: PolicySet = {
        return PolicyLoader().load(directory: Checkout.path("policies")).policies
    }()

    /// The policies with device rules, in the order of `auto`.
    static var names: [String] { policies.policies.filter { $0.device != nil }.map(\.name) }

    /// Reads a push.
    static func push(_ text: String) throws -> AttacheCore.Notification {
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        return try PayloadReader().read(item).get()
    }

    /// Predicts a push under a policy; `facts` answers for each URL.
    static func predict(
        _ text: String,
        under name: String,
        on network: Network = .wifi,
        system: DeviceSystem = .ios17,
        facts: (String) -> ResponseFacts?
    ) throws -> DeviceVerdict? {
        let push = try push(text)
        guard let policy = policies[name],
            let predictor = DevicePredictor(policy: policy, network: network, system: system)
        else { return nil }
        switch Gate(policies: policies).decide(push, under: policy) {
        case .stop(let stop): return predictor.verdict(stop, push.payload)
        case .media(let references, _):
            return predictor.predict(push.payload, media: references.map { DeviceMedium($0, facts: facts($0.text)) })
        }
    }

    /// The name that automatic choice gives.
    static func chosen(_ text: String) throws -> (name: String?, warnings: [ReasonCode]) {
        let choice = PolicyChooser(policies: policies).choose(for: try push(text).payload)
        return (choice.map { policies.names[$0.place] }, choice?.findings.map(\.code) ?? [])
    }
}

extension ResponseFacts {
    /// A whole response of a few bytes.
    static func whole(_ url: String, _ type: String?, _ format: MediaFormat?, bytes: [UInt8] = []) -> ResponseFacts {
        ResponseFacts(
            finalURL: url,
            contentType: type,
            byteCount: 1000,
            isWhole: true,
            format: format,
            signature: bytes,
            description: format == nil ? "an HTML page" : nil
        )
    }
}
