/// A filter of the groups of paths that may have a match in an object, by the keys at its root and without evaluating
/// paths.
///
/// It compares the key hashes on the tape, so false positives are possible and false negatives are not.
@usableFromInline package final class RootKeyFilter: Sendable {
    private struct Slot: Sendable {
        var hash: UInt32
        /// One bit for each group with a path that begins with the key; 0 if the slot is free.
        var groups: UInt64
    }

    /// A power of two, at least twice the number of keys.
    private let slots: [Slot]
    /// The groups with a path that does not begin with a key.
    private let always: UInt64

    /// Creates the filter of groups of paths, such as those of each policy.
    package init(_ paths: [[JSONPath]]) {
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
            repeating: Slot(hash: 0, groups: 0),
            count: 2 << (Int.bitWidth - keys.count.leadingZeroBitCount)
        )
        for (hash, groups) in keys {
            var place = Int(hash) & (slots.count - 1)
            while slots[place].groups != 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = Slot(hash: hash, groups: groups)
        }
        self.slots = slots
        self.always = always
    }

    /// The groups that may have a match, as a set of bits by `bit`.
    package func matches(in payload: JSONDocument) -> UInt64 {
        guard payload.root.kind == .object else { return always }
        let tape = payload.storage.tape
        return matches(in: tape.span)
    }

    /// The same for the tape of an object.
    package func matches(in tape: Span<JSONNode>) -> UInt64 {
        var groups = always
        var key = 1
        let end = Int(tape[0].link)
        while key < end {
            let hash = tape[key].link
            var place = Int(hash) & (slots.count &- 1)
            while slots[place].groups != 0 {
                if slots[place].hash == hash { groups |= slots[place].groups }
                place = (place &+ 1) & (slots.count &- 1)
            }
            key = Int(tape[key &+ 1].link)
        }
        return groups
    }

    /// The bit of a group; with more than 64 groups some share one.
    @inline(always) package static func bit(_ place: Int) -> UInt64 { 1 << UInt64(place & 63) }
}
