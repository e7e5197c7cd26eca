/// A change of a document's text: a range of bytes and their replacement.
///
/// Edits of one document are made by the functions of `JSONDocument` below, which copy the white space of the members
/// around them, and all other bytes stay as they are.
package struct JSONEdit: Sendable, Equatable {
    /// The bytes to replace; empty for an insertion.
    package let range: Range<Int>
    package let replacement: [UInt8]

    package init(_ range: Range<Int>, _ replacement: [UInt8]) {
        self.range = range
        self.replacement = replacement
    }
}

extension JSONDocument {
    /// Returns the text with some edits, whose ranges do not overlap.
    package func applying(_ edits: [JSONEdit]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 64)
        var copied = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            precondition(edit.range.lowerBound >= copied, "edits must not overlap")
            text.append(contentsOf: bytes[copied..<edit.range.lowerBound])
            text.append(contentsOf: edit.replacement)
            copied = edit.range.upperBound
        }
        text.append(contentsOf: bytes[copied...])
        return text
    }

    /// Replaces a value by JSON text.
    package func replacing(_ value: JSONValue, by text: [UInt8]) -> JSONEdit { JSONEdit(value.byteRange, text) }

    /// Replaces the key of a member; the value stays. `nil` for a value without a key.
    package func renaming(_ member: JSONValue, to key: String) -> JSONEdit? {
        member.keyRange.map { JSONEdit($0, Self.quoted(key)) }
    }

    /// Removes a child of a container, with one comma and the white space beside it; `parent` is the container.
    package func removing(_ child: JSONValue, from parent: JSONValue) -> JSONEdit {
        var previous: JSONValue?
        var next: JSONValue?
        var isBehind = false
        for sibling in JSONElements(parent) {
            if sibling.index == child.index {
                isBehind = true
            } else if isBehind {
                next = sibling
                break
            } else {
                previous = sibling
            }
        }
        let range = child.memberRange
        if let previous { return JSONEdit(previous.byteRange.upperBound..<range.upperBound, []) }
        if let next { return JSONEdit(range.lowerBound..<next.memberRange.lowerBound, []) }
        return JSONEdit(parent.byteRange.lowerBound + 1..<parent.byteRange.upperBound - 1, [])
    }

    /// Adds a member behind the last one of an object, written like that one; `value` is JSON text.
    package func adding(_ key: String, _ value: [UInt8], to object: JSONValue) -> JSONEdit {
        var last: JSONValue?
        for child in JSONElements(object) { last = child }
        guard let last, let lastKey = last.keyRange else {
            let inside = object.byteRange.lowerBound + 1..<object.byteRange.upperBound - 1
            return JSONEdit(inside, Self.quoted(key) + [JSONByte.colon] + value)
        }
        let space = bytes[..<lastKey.lowerBound].reversed().prefix(while: JSONByte.isWhiteSpace).reversed()
        let colon = bytes[lastKey.upperBound..<last.byteRange.lowerBound]
        let end = last.byteRange.upperBound
        return JSONEdit(end..<end, [JSONByte.comma] + space + Self.quoted(key) + colon + value)
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(text)
        return writer.bytes
    }
}

extension JSONValue {
    /// Replaces what is between the quotation marks of a string by text without characters that JSON escapes.
    package func replacingContents(by text: [UInt8]) -> JSONEdit {
        precondition(kind == .string, "only a string has contents")
        return JSONEdit(byteRange.lowerBound + 1..<byteRange.upperBound - 1, text)
    }

    /// The bytes of the key, including its quotation marks, when the value is a member of an object.
    package var keyRange: Range<Int>? {
        guard index > 0, storage.tape[index - 1].isKey else { return nil }
        return storage.tape[index - 1].range
    }
}

extension JSONPosition {
    /// Returns the positions of some bytes of a UTF-8 text, in one pass; a result belongs to the offset at its index.
    package static func positions(of offsets: [Int], in bytes: [UInt8]) -> [JSONPosition] {
        var positions = [JSONPosition](repeating: JSONPosition(offset: 0, line: 1, column: 1), count: offsets.count)
        var (offset, line, column) = (0, 1, 1)
        for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
            while offset < min(offsets[index], bytes.count) {
                if bytes[offset] == JSONByte.lineFeed {
                    (line, column) = (line + 1, 1)
                } else if bytes[offset] & 0xC0 != 0x80 {
                    column += 1
                }
                offset += 1
            }
            positions[index] = JSONPosition(offset: offset, line: line, column: column)
        }
        return positions
    }

    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }
}
