extension JSONDocument {
    /// The text without insignificant white space, and else as received.
    ///
    /// - Returns: The text; the very same bytes when there is no white space outside of strings.
    package func compacted() -> [UInt8] {
        storage.hasWhiteSpace ? compacted(0..<bytes.count, nodes: 0..<storage.tape.count) : bytes
    }

    /// One value of this document without insignificant white space, and else as received.
    ///
    /// - Parameter value: A value of this document.
    /// - Returns: The value's text.
    package func compacted(_ value: JSONValue) -> [UInt8] {
        precondition(value.storage === storage, "the value must belong to this document")
        let range = value.byteRange
        guard storage.hasWhiteSpace else { return Array(bytes[range]) }
        return compacted(range, nodes: value.index..<value.nextIndex)
    }

    /// Copies a range without the white space between its tokens.
    ///
    /// - Parameters:
    ///   - range: The bytes to copy.
    ///   - nodes: The tape entries within `range`.
    /// - Returns: The copy.
    private func compacted(_ range: Range<Int>, nodes: Range<Int>) -> [UInt8] {
        let bytes = storage.bytes
        var compact: [UInt8] = []
        compact.reserveCapacity(range.count)
        var copied = range.lowerBound
        for index in nodes {
            let node = storage.tape[index]
            let token = node.range
            let first = bytes[token.lowerBound]
            if first == JSONByte.openBrace || first == JSONByte.openBracket { continue }
            // Keys and scalars are taken whole; between them is nothing but punctuation and white space.
            appendPunctuation(copied..<token.lowerBound, to: &compact)
            compact.append(contentsOf: bytes[token])
            copied = token.upperBound
        }
        appendPunctuation(copied..<range.upperBound, to: &compact)
        return compact
    }

    private func appendPunctuation(_ range: Range<Int>, to compact: inout [UInt8]) {
        for index in range where storage.bytes[index] > JSONByte.space {
            compact.append(storage.bytes[index])
        }
    }
}
