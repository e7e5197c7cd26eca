/// A JSON text with an index of its values; the text itself is never changed, re-ordered or re-written.
///
/// Strict RFC 8259, with the same key twice in one object refused. Strings are decoded and numbers converted only when
/// asked for. Copying a document or a value costs one reference count.
package struct JSONDocument: Sendable {
    /// How deep arrays and objects may nest.
    package static let depthLimit = 512

    let storage: JSONStorage

    /// Parses a text.
    ///
    /// - Parameter bytes: The whole text, UTF-8 without a byte order mark.
    /// - Throws: `JSONError` with the first thing wrong; a duplicate key is found when its object closes.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(depthLimit: JSONDocument.depthLimit, rejectsDuplicates: true)
        do throws(JSONFault) {
            try parser.parse(bytes.span)
        } catch {
            throw JSONError(error, in: bytes.span)
        }
        storage = JSONStorage(bytes: bytes, parser: parser)
    }

    /// The text as received.
    package var bytes: [UInt8] { storage.bytes }

    /// The value the text consists of.
    package var root: JSONValue { JSONValue(storage: storage, index: 0) }
}

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

extension JSONDocument {
    /// Whether bytes are one complete JSON value, white space around it allowed; what a line of NDJSON must be.
    ///
    /// This is a question of grammar only: a duplicate key or too deep a nesting makes a payload that is refused, but
    /// still a complete value.
    ///
    /// - Parameter bytes: A line, with or without its line end.
    /// - Returns: False also for an empty line.
    package static func isCompleteValue(_ bytes: Span<UInt8>) -> Bool {
        var parser = JSONParser(depthLimit: .max, rejectsDuplicates: false)
        do throws(JSONFault) {
            try parser.parse(bytes)
            return true
        } catch {
            return false
        }
    }

    /// Whether bytes are one complete JSON value, white space around it allowed.
    ///
    /// - Parameter bytes: A line, with or without its line end.
    /// - Returns: False also for an empty line.
    package static func isCompleteValue(_ bytes: [UInt8]) -> Bool {
        isCompleteValue(bytes.span)
    }
}

extension JSONDocument {
    /// Removes object members or array elements whole, each with its key, one comma and the white space next to it.
    ///
    /// - Parameter members: Values of this document, in any order; nested and repeated ones are fine. The root stays.
    /// - Returns: The document without them; every other byte is as it was.
    package func removing(_ members: [JSONValue]) -> JSONDocument {
        var isRemoved = [Bool](repeating: false, count: storage.tape.count)
        for member in members {
            precondition(member.storage === storage, "the value must belong to this document")
            isRemoved[member.index] = true
        }
        isRemoved[0] = false
        let cuts = cuts(isRemoved)
        guard !cuts.isEmpty else { return self }
        do throws(JSONError) {
            return try JSONDocument(parsing: bytes(without: cuts))
        } catch {
            preconditionFailure("a document with whole members removed is a document: \(error)")
        }
    }

    /// Finds the bytes to leave out.
    ///
    /// - Parameter isRemoved: For each tape index, whether that value goes.
    /// - Returns: Ranges of bytes, ascending and disjoint.
    private func cuts(_ isRemoved: [Bool]) -> [Range<Int>] {
        var cuts: [Range<Int>] = []
        var index = 0
        while index < storage.tape.count {
            let value = JSONValue(storage: storage, index: index)
            if isRemoved[index] {
                // What is inside goes with it.
                index = value.nextIndex
                continue
            }
            if !storage.tape[index].isKey {
                appendCuts(in: value, isRemoved, to: &cuts)
            }
            index += 1
        }
        return cuts.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Adds the bytes that go when some children of one container go.
    private func appendCuts(in container: JSONValue, _ isRemoved: [Bool], to cuts: inout [Range<Int>]) {
        /// Where the last child that stays ends.
        var keptEnd: Int?
        /// The removed children since then.
        var removed: Range<Int>?
        for child in JSONElements(container) {
            let range = child.memberRange
            if isRemoved[child.index] {
                removed = (removed?.lowerBound ?? range.lowerBound)..<range.upperBound
                continue
            }
            if let removed {
                // After a child that stays, the comma before goes; at the front, the one behind.
                cuts.append(keptEnd.map { $0..<removed.upperBound } ?? removed.lowerBound..<range.lowerBound)
            }
            removed = nil
            keptEnd = range.upperBound
        }
        guard let removed else { return }
        let inside = container.byteRange.lowerBound + 1..<container.byteRange.upperBound - 1
        cuts.append(keptEnd.map { $0..<removed.upperBound } ?? inside)
    }

    private func bytes(without cuts: [Range<Int>]) -> [UInt8] {
        var rest: [UInt8] = []
        rest.reserveCapacity(bytes.count)
        var copied = 0
        for cut in cuts {
            rest.append(contentsOf: bytes[copied..<cut.lowerBound])
            copied = cut.upperBound
        }
        rest.append(contentsOf: bytes[copied...])
        return rest
    }
}

/// The text and tape that a document and its values share, so that handing on a value costs one reference count.
final class JSONStorage: Sendable {
    /// The text as received.
    let bytes: [UInt8]
    /// Every value and key, in the order of the text; the root is the first.
    let tape: [JSONNode]
    /// Whether white space stands outside of strings.
    let hasWhiteSpace: Bool

    /// Keeps a parsed text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - parser: The parser that has accepted `bytes`.
    init(bytes: [UInt8], parser: consuming JSONParser) {
        self.bytes = bytes
        self.tape = parser.tape
        self.hasWhiteSpace = parser.hasWhiteSpace
    }
}

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
