/// The check for duplicate keys in an object, which compares decoded text.
///
/// Small objects compare hashes pairwise; larger ones use a hash table, which keeps the time linear.
struct JSONKeyChecker {
    /// Limit of members for pairwise comparison: at most 120 comparisons of 32 bits.
    private static let pairwiseLimit = 16

    private let hashing = KeyedHash()
    /// Tape indices of keys, 0 for a free entry; reused between objects.
    private var table: [UInt32] = []

    /// The hash of a key's decoded text; `contents` excludes the quotation marks.
    @inline(always)
    func hash(_ bytes: Span<UInt8>, _ contents: Range<Int>, hasEscapes: Bool) -> UInt32 {
        if hasEscapes {
            return hashDecoded(bytes, contents)
        }
        return UInt32(truncatingIfNeeded: hashing.hash(bytes, contents))
    }

    @inline(never)
    private func hashDecoded(_ bytes: Span<UInt8>, _ contents: Range<Int>) -> UInt32 {
        let decoded = JSONStringDecoder.decode(bytes, contents)
        return UInt32(truncatingIfNeeded: hashing.hash(decoded.span, 0..<decoded.count))
    }

    /// Checks an object whose members are all on the tape; throws `duplicateKey` at the second of two equal keys.
    @inline(always)
    mutating func check(_ tape: [JSONNode], object: Int, in bytes: Span<UInt8>) throws(JSONFault) {
        if Int(tape[object].detail) <= JSONKeyChecker.pairwiseLimit {
            try checkPairwise(tape, object: object, in: bytes)
        } else {
            try checkHashed(tape, object: object, in: bytes)
        }
    }

    @inline(always)
    private func checkPairwise(_ tape: [JSONNode], object: Int, in bytes: Span<UInt8>) throws(JSONFault) {
        var keys = InlineArray<16, UInt32>(repeating: 0)
        var hashes = InlineArray<16, UInt32>(repeating: 0)
        let end = Int(tape[object].link)
        var count = 0
        var key = object &+ 1
        while key < end {
            let hash = tape[key].link
            for earlier in 0..<count where hashes[earlier] == hash {
                try rejectDuplicate(tape, Int(keys[earlier]), key, in: bytes)
            }
            keys[count] = UInt32(truncatingIfNeeded: key)
            hashes[count] = hash
            count &+= 1
            key = Int(tape[key &+ 1].link)
        }
    }

    @inline(never)
    private mutating func checkHashed(_ tape: [JSONNode], object: Int, in bytes: Span<UInt8>) throws(JSONFault) {
        // A power of two, at least twice the number of keys.
        let size = 2 << (Int.bitWidth - Int(tape[object].detail).leadingZeroBitCount)
        table.removeAll(keepingCapacity: true)
        table.append(contentsOf: repeatElement(0, count: size))
        let end = Int(tape[object].link)
        var key = object + 1
        while key < end {
            let hash = tape[key].link
            var place = Int(hash) & (size - 1)
            while table[place] != 0 {
                let earlier = Int(table[place])
                if tape[earlier].link == hash {
                    try rejectDuplicate(tape, earlier, key, in: bytes)
                }
                place = (place + 1) & (size - 1)
            }
            table[place] = UInt32(key)
            key = Int(tape[key + 1].link)
        }
    }

    /// Throws if two keys with the same hash have the same text.
    @inline(never)
    private func rejectDuplicate(
        _ tape: [JSONNode],
        _ first: Int,
        _ second: Int,
        in bytes: Span<UInt8>
    ) throws(JSONFault) {
        let firstText = JSONStringDecoder.decode(bytes, tape[first].contents)
        let secondText = JSONStringDecoder.decode(bytes, tape[second].contents)
        if firstText == secondText {
            throw JSONFault(.duplicateKey, at: Int(tape[second].start))
        }
    }
}
