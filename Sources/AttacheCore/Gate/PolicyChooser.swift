/// The automatic choice of a policy by the media keys of a payload.
package struct PolicyChooser: Sendable {
    /// The policy used when no other matches.
    package static let fallbackName = "apple"

    private let names: [String]
    private let paths: [[JSONPath]]
    private let evidence: [[JSONPath]]
    private let filter: RootKeyFilter
    private let fallback: Int?
    /// Whether only the fallback judges, since the caller named the paths of the receiving app.
    private let usesOnlyFallback: Bool

    /// Creates the chooser; `policies` are in their documented order.
    package init(policies: PolicySet) {
        names = policies.names
        paths = policies.policies.map { $0.payload.media.map(\.url) }
        evidence = policies.policies.map(\.payload.evidence)
        filter = RootKeyFilter(paths)
        fallback = names.firstIndex(of: Self.fallbackName)
        usesOnlyFallback = !policies.ownMediaPaths.isEmpty
    }

    /// Returns the index of the first policy whose media keys, and own keys where it has such, the payload contains, with
    /// a warning when others read media from other keys; otherwise that of `apple`. `nil` only when there is no such
    /// policy. With media paths of the caller it is always `apple`, which reads them.
    package func choose(for payload: JSONDocument) -> (place: Int, findings: [Reason])? {
        if usesOnlyFallback { return fallback.map { ($0, []) } }
        let candidates = filter.policies(for: payload)
        var first: Int?
        var others: [String] = []
        if candidates != 0 {
            for place in paths.indices where candidates & RootKeyFilter.bit(place) != 0 {
                guard paths[place].contains(where: { $0.hasMatch(from: payload.root) }),
                    hasEvidence(place, in: payload)
                else { continue }
                if let first {
                    if readsOther(place, than: first, in: payload) { others.append(names[place]) }
                } else {
                    first = place
                }
            }
        }
        guard let first = first ?? fallback else { return nil }
        return (first, others.isEmpty ? [] : [Self.severalPolicies(names[first], others: others)])
    }

    private func hasEvidence(_ place: Int, in payload: JSONDocument) -> Bool {
        evidence[place].isEmpty || evidence[place].contains { $0.hasMatch(from: payload.root) }
    }

    /// Whether a policy reads media from a key of the payload that the chosen policy does not read.
    private func readsOther(_ place: Int, than chosen: Int, in payload: JSONDocument) -> Bool {
        paths[place].contains { !paths[chosen].contains($0) && $0.hasMatch(from: payload.root) }
    }

    private static func severalPolicies(_ name: String, others: [String]) -> Reason {
        Reason(
            .gateSeveralPolicies,
            "The payload carries media keys of \(name) and of \(others.joined(separator: ", ")); \(name) is used.",
            fix: "Name the receiving app's policy with --policy."
        )
    }
}

extension PolicySet {
    /// Returns the set with further media paths in the policy `apple`, which has none of its own: for an extension of
    /// one's own.
    package func reading(mediaAt paths: [JSONPath]) -> PolicySet {
        guard !paths.isEmpty, var policy = self[PolicyChooser.fallbackName] else { return self }
        policy.payload.media += paths.map { PayloadRules.MediaLocation(url: $0) }
        var policies = self
        policies.insert(policy)
        policies.ownMediaPaths += paths
        return policies
    }
}

/// A filter of the policies that may find media in a payload, by the keys at its root and without evaluating paths.
///
/// It compares the key hashes on the tape, so false positives are possible and false negatives are not.
final class RootKeyFilter: Sendable {
    private struct Slot: Sendable {
        var hash: UInt32
        /// One bit for each policy whose paths begin with the key; 0 if the slot is free.
        var policies: UInt64
    }

    /// A power of two, at least twice the number of keys.
    private let slots: [Slot]
    /// The policies with a path that does not begin with a key.
    private let always: UInt64

    /// Creates the filter from the media paths of each policy.
    init(_ paths: [[JSONPath]]) {
        let hashing = KeyedHash()
        var always: UInt64 = 0
        var keys: [UInt32: UInt64] = [:]
        for (place, paths) in paths.enumerated() {
            for path in paths {
                guard case .name(let name) = path.segments.first else {
                    always |= Self.bit(place)
                    continue
                }
                let text = Array(name.utf8)
                let hash = UInt32(truncatingIfNeeded: hashing.hash(text.span, 0..<text.count))
                keys[hash, default: 0] |= Self.bit(place)
            }
        }
        var slots = [Slot](
            repeating: Slot(hash: 0, policies: 0),
            count: 2 << (Int.bitWidth - keys.count.leadingZeroBitCount)
        )
        for (hash, policies) in keys {
            var place = Int(hash) & (slots.count - 1)
            while slots[place].policies != 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = Slot(hash: hash, policies: policies)
        }
        self.slots = slots
        self.always = always
    }

    /// The policies that may find media, as a set of bits by `bit`; the payload is an object.
    func policies(for payload: JSONDocument) -> UInt64 {
        let storage = payload.storage
        var policies = always
        var key = 1
        let end = payload.root.kind == .object ? Int(storage.tape[0].link) : key
        while key < end {
            let hash = storage.tape[key].link
            var place = Int(hash) & (slots.count - 1)
            while slots[place].policies != 0 {
                if slots[place].hash == hash { policies |= slots[place].policies }
                place = (place + 1) & (slots.count - 1)
            }
            key = Int(storage.tape[key + 1].link)
        }
        return policies
    }

    /// The bit of a policy; with more than 64 policies some share one.
    static func bit(_ place: Int) -> UInt64 { 1 << UInt64(place & 63) }
}
