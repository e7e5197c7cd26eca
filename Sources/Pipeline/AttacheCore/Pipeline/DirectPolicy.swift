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
    private let evidence: [TapeCondition]
    private let required: [TapeCondition]

    /// Prepares a policy; `nil` for one with rules that need the stages. `number` is its index.
    init?(_ policy: Policy, number: Int) {
        let rules = policy.payload
        guard !rules.takesAll, !rules.fallsBack, rules.media.count <= UInt64.bitWidth,
            rules.forms.isEmpty, rules.media.allSatisfy(\.isUnconditional)
        else { return nil }
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
        self.places = places
        evidence = rules.evidence.map(TapeCondition.init)
        required = rules.requires.map(TapeCondition.init)
        self.number = number
        name = policy.name
        hasLints = !policy.lints.isEmpty
        filter = rules.locationFilter
    }

    /// Whether a payload has one of the policy's own paths, or the policy has none.
    func hasEvidence(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        if evidence.isEmpty { return true }
        for index in evidence.indices where evidence[index].isMet(tape, text) { return true }
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

    /// Whether a payload has a medium of the policy at another index than `value`.
    func hasMedium(besides value: Int, _ tape: Span<JSONNode>, _ text: Span<UInt8>) -> Bool {
        var candidates = filter.matches(in: tape)
        while candidates != 0 {
            let place = candidates.trailingZeroBitCount
            candidates &= candidates &- 1
            if let other = tape.value(at: places[place].steps, in: text), other != value { return true }
        }
        return false
    }

    /// The first medium of a payload that has neither a type hint there nor a missing path.
    func medium(_ tape: Span<JSONNode>, _ text: Span<UInt8>) -> (place: Int, value: Int)? {
        for index in required.indices where !required[index].isMet(tape, text) { return nil }
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
