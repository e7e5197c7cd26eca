import AttacheCore

/// A resolved policy and the text it came from.
struct EmbeddedPolicy {
    let policy: Policy
    let text: String
}
