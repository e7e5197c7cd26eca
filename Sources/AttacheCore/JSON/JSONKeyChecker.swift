/// Finds keys that appear twice in one object, compared as decoded text.
///
/// Small objects compare hashes pairwise; larger ones use a hash table, so that the work stays linear.
struct JSONKeyChecker {
    /// Up to this many members are compared pairwise: at most 120 comparisons of 32 bits.
    private static let pairwiseLimit = 16

    private let hashing = KeyedHash()
    /// Tape indices of keys, 0 for a free place; kept between objects.
    private var table: [UInt32] = []

    /// Hashes a key.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - contents: The bytes between the key's quotation marks.
    ///   - hasEscapes: Whether they must be decoded first.
    /// - Returns: The same number for the same decoded text.
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

    /// Checks an object whose members are all on the tape.
    ///
    /// - Parameters:
    ///   - tape: The tape.
    ///   - object: The object's index, its `link` set.
    ///   - bytes: The text.
    /// - Throws: `duplicateKey` at the second of two equal keys, the first such in the text.
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
        // At least twice as many places as keys, a power of two.
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

    /// Throws if two keys with the same hash are the same text.
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
