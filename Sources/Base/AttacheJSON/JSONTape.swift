/// Reading a tape in place: no value owns the text, so that nothing is retained.
extension Span<JSONNode> {
    /// The first byte of a value, which determines its kind.
    @inline(always)
    package func kind(at index: Int, in text: Span<UInt8>) -> UInt8 { text[Int(self[index].start)] }

    /// Appends a range of a text and the entries `nodes` in it, without the white space between tokens.
    package func appendCompact(_ range: Range<Int>, nodes: Range<Int>, of text: Span<UInt8>, to compact: inout [UInt8])
    {
        var copied = range.lowerBound
        for index in nodes {
            let token = self[index].range
            let first = text[token.lowerBound]
            if first == JSONByte.openBrace || first == JSONByte.openBracket { continue }
            // Keys and scalars are copied whole; between them are only punctuation and white space.
            appendPunctuation(text.extracting(copied..<token.lowerBound), to: &compact)
            compact.append(copying: text.extracting(token))
            copied = token.upperBound
        }
        appendPunctuation(text.extracting(copied..<range.upperBound), to: &compact)
    }

    private func appendPunctuation(_ text: Span<UInt8>, to compact: inout [UInt8]) {
        for index in text.indices where text[index] > JSONByte.space { compact.append(text[index]) }
    }

    /// The index of the value of a member of the object at `object`, by the hash of its key; `nil` without such a key.
    @inline(always)
    func member(_ hash: UInt32, of object: Int, where isEqual: (JSONNode) -> Bool) -> Int? {
        let end = Int(self[object].link)
        var key = object &+ 1
        while key < end {
            let node = self[key]
            if node.link == hash, isEqual(node) { return key &+ 1 }
            key = Int(self[key &+ 1].link)
        }
        return nil
    }
}

/// A key of an object, with its hash on the tape.
@usableFromInline package struct JSONTapeKey: Sendable {
    /// The bytes of a short text, in place: a use of an array would change its reference count.
    private var short = InlineArray<40, UInt8>(repeating: 0)
    private let count: Int
    /// The bytes of a longer text.
    private let long: [UInt8]?
    @usableFromInline package let hash: UInt32

    package init(_ name: String) {
        let text = Array(name.utf8)
        hash = UInt32(truncatingIfNeeded: KeyedHash().hash(text.span, 0..<text.count))
        count = text.count
        long = count > short.count ? text : nil
        for index in text.indices.prefix(short.count) { short[index] = text[index] }
    }

    /// Whether a string is this text.
    @usableFromInline package func isEqual(toText node: JSONNode, in bytes: Span<UInt8>) -> Bool {
        if node.hasEscapes { return isEqual(to: JSONStringDecoder.decode(bytes, node.contents).span) }
        return isEqual(to: bytes.extracting(node.contents))
    }

    @inline(always)
    private func isEqual(to text: Span<UInt8>) -> Bool {
        guard text.count == count else { return false }
        return if let long { text.isEqual(to: long) } else { text.isEqual(to: short.span.extracting(first: count)) }
    }
}

extension Span<UInt8> {
    /// Whether a text has the same bytes.
    @inline(always)
    package func isEqual(to other: [UInt8]) -> Bool { isEqual(to: other.span) }

    /// Whether two texts have the same bytes.
    @inline(always)
    package func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var index = 0
        while count &- index >= 8 {
            guard word(at: index) == other.word(at: index) else { return false }
            index &+= 8
        }
        while index < count {
            guard self[index] == other[index] else { return false }
            index &+= 1
        }
        return true
    }
}

extension [UInt8] {
    /// Appends a copy of some bytes.
    @inline(always)
    package mutating func append(copying bytes: Span<UInt8>) {
        // Unsafe, and right: the bytes are copied during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
