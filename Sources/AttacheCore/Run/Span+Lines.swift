extension Span<UInt8> {
    /// Where a byte stands next.
    ///
    /// - Parameters:
    ///   - byte: What to look for.
    ///   - start: Where to begin, at most `count`.
    /// - Returns: Its offset, or `count` when it does not come.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int {
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        var index = start
        while count &- index >= 8 {
            // A byte that is equal becomes zero, and only a zero borrows: the lowest hit is always a true one.
            let difference = word(at: index) ^ pattern
            let hits = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
            if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count, self[index] != byte { index &+= 1 }
        return index
    }

    /// Cuts off the complete lines at the front.
    ///
    /// - Parameters:
    ///   - start: Where to begin, at most `count`.
    ///   - limit: How many lines to take at most, 1 or more.
    /// - Returns: Where the lines end, behind a line feed, and how many they are; `start` and 0 when none is complete.
    package func completeLines(from start: Int, limit: Int) -> (end: Int, lineCount: Int) {
        var end = start
        var lineCount = 0
        var index = start
        while lineCount < limit {
            index = firstIndex(of: 0x0A, from: index)
            guard index < count else { break }
            index &+= 1
            end = index
            lineCount &+= 1
        }
        return (end, lineCount)
    }
}
