/// A hash of short texts with a secret per process, so that a sender cannot construct collisions.
@usableFromInline package struct KeyedHash: Sendable {
    /// The secret of the process, odd so that the product loses no bit.
    private static let processSecret = UInt64.random(in: .min ... .max) | 1

    @usableFromInline let secret = KeyedHash.processSecret

    package init() {}

    /// The hash of a range of bytes, stable within this process.
    @inline(always)
    package func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        var state = UInt64(truncatingIfNeeded: range.count) ^ secret
        var index = range.lowerBound
        while range.upperBound &- index >= 8 {
            state = mix(state ^ bytes.word(at: index))
            index &+= 8
        }
        let left = range.upperBound &- index
        if left > 0 {
            state = mix(state ^ tail(bytes, from: index, count: left))
        }
        return state ^ state >> 32
    }

    /// Multiplies to 128 bits and folds them, as wyhash does.
    @inline(always)
    package func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: secret)
        return product.high ^ product.low
    }

    /// The last 1 to 7 bytes, first byte lowest.
    @inline(always)
    package func tail(_ bytes: Span<UInt8>, from index: Int, count: Int) -> UInt64 {
        if bytes.count &- index >= 8 {
            // Reads past the range and masks the excess bytes.
            return bytes.word(at: index) & (1 &<< (8 &* UInt64(truncatingIfNeeded: count)) &- 1)
        }
        var word: UInt64 = 0
        for position in 0..<count {
            word |= UInt64(bytes[index &+ position]) &<< (8 &* UInt64(truncatingIfNeeded: position))
        }
        return word
    }
}
