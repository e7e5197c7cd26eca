/// A JSON text with an index of its values; the text itself is never changed.
///
/// Strict RFC 8259; duplicate keys are an error. Strings are decoded and numbers converted on demand. A copy of a
/// document or value costs one reference count.
@usableFromInline package struct JSONDocument: Sendable {
    /// Limit of the nesting of arrays and objects.
    package static let depthLimit = 512

    @usableFromInline package let storage: JSONStorage

    /// Parses a UTF-8 text without a byte order mark; throws the first error. Duplicate keys are found when their
    /// object closes.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(depthLimit: JSONDocument.depthLimit, rejectsDuplicates: true)
        do throws(JSONFault) {
            try parser.parse(bytes.span)
        } catch {
            throw JSONError(error, in: bytes.span)
        }
        storage = JSONStorage(bytes: bytes, parser: parser)
    }

    package var bytes: [UInt8] { storage.bytes }

    @inlinable package var root: JSONValue { JSONValue(storage: storage, index: 0) }

    /// Returns the text without insignificant white space; the same bytes when there is none.
    package func compacted() -> [UInt8] {
        storage.hasWhiteSpace ? compacted(0..<bytes.count, nodes: 0..<storage.tape.count) : bytes
    }

    /// Returns the text of one value of this document without insignificant white space.
    package func compacted(_ value: JSONValue) -> [UInt8] {
        precondition(value.storage === storage, "the value must belong to this document")
        let range = value.byteRange
        guard storage.hasWhiteSpace else { return Array(bytes[range]) }
        return compacted(range, nodes: value.index..<value.nextIndex)
    }

    /// Copies a range and the tape entries `nodes` in it without the white space between tokens.
    private func compacted(_ range: Range<Int>, nodes: Range<Int>) -> [UInt8] {
        var compact: [UInt8] = []
        compact.reserveCapacity(range.count)
        let (tape, bytes) = (storage.tape, storage.bytes)
        tape.span.appendCompact(range, nodes: nodes, of: bytes.span, to: &compact)
        return compact
    }

    /// Whether a line of NDJSON is one complete JSON value. Grammar only: duplicate keys and deep nesting are allowed.
    package static func isCompleteValue(_ bytes: Span<UInt8>) -> Bool {
        var parser = JSONParser(depthLimit: .max, rejectsDuplicates: false)
        do throws(JSONFault) {
            try parser.parse(bytes)
            return true
        } catch {
            return false
        }
    }

    package static func isCompleteValue(_ bytes: [UInt8]) -> Bool {
        isCompleteValue(bytes.span)
    }

    /// Whether a text has a complete value, and behind it an object or an array.
    package static func hasSeveralValues(_ bytes: [UInt8]) -> Bool {
        var parser = JSONParser(depthLimit: .max, rejectsDuplicates: false)
        do throws(JSONFault) {
            try parser.parse(bytes.span)
            return false
        } catch {
            guard error.problem == .trailingText else { return false }
            return bytes[error.offset] == JSONByte.openBrace || bytes[error.offset] == JSONByte.openBracket
        }
    }
}

extension JSONDocument {
    /// Removes object members or array elements, each with its key, one comma and adjacent white space. Members may be
    /// nested and repeated; the root is never removed, and all other bytes stay unchanged.
    package func removing(_ members: [JSONValue]) -> JSONDocument {
        let cuts = cuts(removing: members)
        guard !cuts.isEmpty else { return self }
        do throws(JSONError) {
            return try JSONDocument(parsing: bytes(without: cuts))
        } catch {
            preconditionFailure("a document with whole members removed is a document: \(error)")
        }
    }

    /// The byte ranges that `removing` removes, ascending and disjoint.
    package func cuts(removing members: [JSONValue]) -> [Range<Int>] {
        guard !members.isEmpty else { return [] }
        var isRemoved = [Bool](repeating: false, count: storage.tape.count)
        for member in members {
            precondition(member.storage === storage, "the value must belong to this document")
            isRemoved[member.index] = true
        }
        isRemoved[0] = false
        return cuts(isRemoved)
    }

    /// The byte ranges to remove, ascending and disjoint; `isRemoved` has one entry per tape index.
    private func cuts(_ isRemoved: [Bool]) -> [Range<Int>] {
        var cuts: [Range<Int>] = []
        var index = 0
        while index < storage.tape.count {
            let value = JSONValue(storage: storage, index: index)
            if isRemoved[index] {
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

    /// Adds the byte ranges of the removed children of one container.
    private func appendCuts(in container: JSONValue, _ isRemoved: [Bool], to cuts: inout [Range<Int>]) {
        /// End of the last kept child.
        var keptEnd: Int?
        /// Range of the removed children since `keptEnd`.
        var removed: Range<Int>?
        for child in JSONElements(container) {
            let range = child.memberRange
            if isRemoved[child.index] {
                removed = (removed?.lowerBound ?? range.lowerBound)..<range.upperBound
                continue
            }
            if let removed {
                // After a kept child, the comma before is removed; at the front, the comma after.
                cuts.append(keptEnd.map { $0..<removed.upperBound } ?? removed.lowerBound..<range.lowerBound)
            }
            removed = nil
            keptEnd = range.upperBound
        }
        guard let removed else { return }
        let inside = container.byteRange.lowerBound + 1..<container.byteRange.upperBound - 1
        cuts.append(keptEnd.map { $0..<removed.upperBound } ?? inside)
    }

    /// The text without ranges, which are ascending and disjoint.
    package func bytes(without cuts: [Range<Int>]) -> [UInt8] {
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

/// The text and tape that a document and its values share, so that a copy costs one reference count.
@usableFromInline package final class JSONStorage: Sendable {
    @usableFromInline package let bytes: [UInt8]
    /// All values and keys in the order of the text; the root is the first.
    @usableFromInline package let tape: [JSONNode]
    /// Whether there is white space outside of strings.
    package let hasWhiteSpace: Bool

    package init(bytes: [UInt8], parser: consuming JSONParser) {
        self.bytes = bytes
        self.tape = parser.tape
        self.hasWhiteSpace = parser.hasWhiteSpace
    }

    /// The decoded text of a string or key.
    @usableFromInline package func string(_ node: JSONNode) -> String {
        let bytes = bytes
        if node.hasEscapes {
            return String(decoding: JSONStringDecoder.decode(bytes.span, node.contents), as: UTF8.self)
        }
        return String(decoding: bytes[node.contents], as: UTF8.self)
    }

    /// The tape index of a member's value, by the bytes of its name; `nil` for a value that is no object too.
    @usableFromInline package func member(_ name: Span<UInt8>, of object: Int) -> Int? {
        let (nodes, bytes) = (tape, bytes)
        let (tape, text) = (nodes.span, bytes.span)
        guard tape.kind(at: object, in: text) == JSONByte.openBrace else { return nil }
        let end = Int(tape[object].link)
        var key = object &+ 1
        while key < end {
            let node = tape[key]
            let isEqual =
                node.hasEscapes ? string(node, equals: name) : text.extracting(node.contents).isEqual(to: name)
            if isEqual { return key &+ 1 }
            key = Int(tape[key &+ 1].link)
        }
        return nil
    }

    /// Whether a string or key has the same scalars as a UTF-8 text, without normalisation; decodes only escapes.
    @usableFromInline package func string(_ node: JSONNode, equals text: Span<UInt8>) -> Bool {
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
