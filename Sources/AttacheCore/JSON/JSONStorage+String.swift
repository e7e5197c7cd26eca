extension JSONStorage {
    /// Decodes a string.
    ///
    /// - Parameter node: The entry of a string or key.
    /// - Returns: The text it stands for.
    func string(_ node: JSONNode) -> String {
        let bytes = bytes
        if node.hasEscapes {
            return String(decoding: JSONStringDecoder.decode(bytes.span, node.contents), as: UTF8.self)
        }
        return String(decoding: bytes[node.contents], as: UTF8.self)
    }

    /// Compares a string with a text, decoding only if there are escapes.
    ///
    /// - Parameters:
    ///   - node: The entry of a string or key.
    ///   - text: The text, UTF-8.
    /// - Returns: Whether both are the same scalars; nothing is normalised.
    func string(_ node: JSONNode, equals text: Span<UInt8>) -> Bool {
        let bytes = bytes
        if node.hasEscapes {
            let decoded = JSONStringDecoder.decode(bytes.span, node.contents)
            return JSONStorage.equal(decoded.span, 0..<decoded.count, text)
        }
        return JSONStorage.equal(bytes.span, node.contents, text)
    }

    private static func equal(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
        guard range.count == text.count else { return false }
        for index in 0..<text.count where bytes[range.lowerBound &+ index] != text[index] {
            return false
        }
        return true
    }
}
