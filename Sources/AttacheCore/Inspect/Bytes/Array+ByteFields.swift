extension [UInt8] {
    /// Whether the bytes at `offset` are those of `text`; `false` where the array is too short.
    func matches(_ text: String, at offset: Int = 0) -> Bool {
        let wanted = text.utf8
        guard offset >= 0, offset <= count, count - offset >= wanted.count else { return false }
        return self[offset..<offset + wanted.count].elementsEqual(wanted)
    }

    /// Whether the array begins with `signature`.
    func matches(_ signature: [UInt8], at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count, count - offset >= signature.count else { return false }
        return self[offset..<offset + signature.count].elementsEqual(signature)
    }

    /// The byte at `offset`, or `nil` past the end.
    func byte(_ offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? self[offset] : nil
    }

    /// An unsigned big-endian number of `width` bytes, 1 to 7, or `nil` past the end.
    func bigEndian(_ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, width <= count, offset <= count - width else { return nil }
        return self[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    }

    /// An unsigned little-endian number of `width` bytes, 1 to 7, or `nil` past the end.
    func littleEndian(_ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, width <= count, offset <= count - width else { return nil }
        return self[offset..<offset + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The four-character code at `offset`, or `nil` past the end.
    func code(_ offset: Int) -> FourCC? {
        bigEndian(offset, 4).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
    }
}
