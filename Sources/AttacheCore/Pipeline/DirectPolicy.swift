/// The media places of one policy, prepared for texts that are read in place.
final class DirectPolicy: Sendable {
    private struct Place: Sendable {
        let steps: [JSONTapeKey]
        /// The path of the type hint; a payload that has one needs the stages.
        let hint: [JSONTapeKey]?
        let pointer: String
    }

    let name: String
    let number: Int
    let hasLints: Bool
    private let places: [Place]
    /// The places that may have a match, as one bit each.
    private let filter: RootKeyFilter
    private let evidence: [[JSONTapeKey]]
    private let required: [[JSONTapeKey]]
    /// The media keys of vendors that the policy does not read, of which the stages report.
    private let vendors: RootKeyFilter
    private let vendorSteps: [[JSONTapeKey]]

    /// Prepares a policy; `nil` for one with rules that need the stages. `number` is its index.
    init?(_ policy: Policy, number: Int, vendors: [KnownMediaKeys] = KnownMediaKeys.all) {
        let rules = policy.payload
        guard !rules.takesAll, rules.media.count <= UInt64.bitWidth else { return nil }
        var places: [Place] = []
        for location in rules.media {
            guard let steps = JSONTapeKey.steps(of: location.url) else { return nil }
            var hint: [JSONTapeKey]?
            if let type = location.type {
                guard let steps = JSONTapeKey.steps(of: type) else { return nil }
                hint = steps
            }
            places.append(Place(steps: steps, hint: hint, pointer: location.url.pointer))
        }
        let evidence = rules.evidence.compactMap(JSONTapeKey.steps)
        let required = rules.requires.compactMap(JSONTapeKey.steps)
        guard evidence.count == rules.evidence.count, required.count == rules.requires.count else { return nil }
        self.places = places
        self.evidence = evidence
        self.required = required
        self.number = number
        name = policy.name
        hasLints = !policy.lints.isEmpty
        filter = rules.locationFilter
        let own = Set(rules.media.map(\.url.pointer))
        let others = vendors.flatMap(\.paths).filter { !own.contains($0.pointer) }
        self.vendors = RootKeyFilter([others])
        // Of a path with other steps than keys, the first key is enough to leave the payload to the stages.
        vendorSteps = others.map { path in
            if let steps = JSONTapeKey.steps(of: path) { return steps }
            guard case .name(let name) = path.segments.first else { return [] }
            return [JSONTapeKey(name)]
        }
    }

    /// Whether a payload has one of the policy's own paths, or the policy has none.
    func hasEvidence(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        if evidence.isEmpty { return true }
        for steps in evidence where tape.value(at: steps, in: text) != nil { return true }
        return false
    }

    /// The first place that a payload has, and the tape index of its value.
    func first(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> (place: Int, value: Int)? {
        var candidates = filter.matches(in: tape)
        while candidates != 0 {
            let place = candidates.trailingZeroBitCount
            candidates &= candidates &- 1
            if let value = tape.value(at: places[place].steps, in: text) { return (place, value) }
        }
        return nil
    }

    /// The same for a payload that has neither a type hint there, nor a missing path, nor a key of another vendor.
    func medium(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> (place: Int, value: Int)? {
        if vendors.matches(in: tape) != 0 {
            for steps in vendorSteps where tape.value(at: steps, in: text) != nil { return nil }
        }
        for steps in required where tape.value(at: steps, in: text) == nil { return nil }
        guard let (place, value) = first(tape, text) else { return nil }
        if let hint = places[place].hint, tape.value(at: hint, in: text) != nil { return nil }
        return (place, value)
    }

    /// Whether the reasons of a verdict are about a place, and none is a failure.
    func reportsNothing(_ verdict: MediaVerdict, at place: Int) -> Bool {
        guard let first = verdict.reasons.first else { return true }
        return first.pointer == places[place].pointer
            && !verdict.reasons.contains { $0.severity == .block || ReasonCode.localFailures.contains($0.code) }
    }
}
