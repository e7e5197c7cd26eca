import Attache
import AttacheCore

@testable import AttacheLint

/// A linter with the built-in policies.
enum LintScene {
    static func linter(
        policy: String = "auto",
        isPortable: Bool = false,
        ignored: [String: String] = [:],
        _ configuration: AttacheConfiguration = AttacheConfiguration()
    ) throws -> PayloadLinter {
        let policies = try PolicyConfiguration(configuration)
        var options = LintOptions()
        options.egress = policies.egress
        options.policy = policy
        options.isPortable = isPortable
        options.ignored = ignored
        return PayloadLinter(policies: policies.policies, canonicalizer: policies.canonicalizer, options: options)
    }

    static func policies() throws -> [Policy] {
        try PolicyConfiguration(AttacheConfiguration()).policies.policies
    }

    static func item(_ text: String, line: Int? = nil) -> InputItem {
        InputItem(source: "push.json", line: line, content: .bytes(Array(text.utf8)), arrival: .now)
    }

    static func lint(_ text: String, policy: String = "auto", isPortable: Bool = false) throws -> LintResult {
        try linter(policy: policy, isPortable: isPortable).lint(item(text))
    }

    static func codes(_ text: String, policy: String = "auto", isPortable: Bool = false) throws -> [LintCode] {
        try lint(text, policy: policy, isPortable: isPortable).findings.map(\.code)
    }

    /// A payload with a URL for a hand-written extension; the host is one that no check names.
    static func media(_ url: String, aps: String = #""alert":"Hi","mutable-content":1"#) -> String {
        #"{"aps":{\#(aps)},"image":"\#(url)"}"#
    }

    static let host = "https://img.attache.dev"
}
