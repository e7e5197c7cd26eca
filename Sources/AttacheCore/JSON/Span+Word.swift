extension Span<UInt8> {
    /// The eight bytes from `offset` on as a number, the first byte lowest; one load in optimised builds.
    ///
    /// - Parameter offset: At most `count - 8`.
    /// - Returns: The bytes, least significant first.
    @inline(always)
    func word(at offset: Int) -> UInt64 {
        // One bounds check, and constant indices from there on: the eight reads are then merged into one.
        let bytes = extracting(offset..<(offset &+ 8))
        let low =
            UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
        let high =
            UInt64(bytes[4]) << 32 | UInt64(bytes[5]) << 40 | UInt64(bytes[6]) << 48 | UInt64(bytes[7]) << 56
        return low | high
    }
}
