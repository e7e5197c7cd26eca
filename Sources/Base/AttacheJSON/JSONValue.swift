/// One value of a document: an index on its tape.
@usableFromInline package struct JSONValue: Sendable {
    @usableFromInline package let storage: JSONStorage
    @usableFromInline package let index: Int

    @inlinable package init(storage: JSONStorage, index: Int) {
        self.storage = storage
        self.index = index
    }

    @inlinable var node: JSONNode { storage.tape[index] }

    /// The tape index after the value and all its children.
    @inlinable package var nextIndex: Int { Int(node.link) }

    @inlinable package var kind: JSONKind { JSONKind(firstByte: storage.bytes[Int(node.start)]) }

    /// The bytes of the value in the document, including quotation marks and brackets.
    package var byteRange: Range<Int> { node.range }

    /// The bytes from key through value for a member of an object; otherwise the bytes of the value.
    package var memberRange: Range<Int> {
        guard let key = keyNode else { return byteRange }
        return Int(key.start)..<Int(node.end)
    }

    /// The key, decoded, when the value is a member of an object.
    package var key: String? {
        keyNode.map(storage.string)
    }

    /// Whether the value is a member of an object whose key begins with a text.
    package func hasKey(beginningWith text: String) -> Bool {
        guard let key = keyNode else { return false }
        if key.hasEscapes { return storage.string(key).hasPrefix(text) }
        let (bytes, text) = (storage.bytes, text.utf8.span)
        let contents = key.contents
        return contents.count >= text.count
            && bytes.span.extracting(contents.lowerBound..<contents.lowerBound + text.count).isEqual(to: text)
    }

    /// The text of the value as received.
    package var text: String {
        String(decoding: storage.bytes[byteRange], as: UTF8.self)
    }

    /// The entry of the key before the value.
    private var keyNode: JSONNode? {
        guard index > 0, storage.tape[index - 1].isKey else { return nil }
        return storage.tape[index - 1]
    }

    /// The number of members of an object or elements of an array; 0 for any other kind.
    package var count: Int {
        switch kind {
        case .object, .array: Int(storage.tape[index].detail)
        default: 0
        }
    }

    /// The members of an object in the order of the text; none for any other kind.
    package var members: JSONMembers { JSONMembers(of: self) }

    /// The elements of an array in the order of the text; none for any other kind.
    package var elements: JSONElements { JSONElements(self, includesChildren: kind == .array) }

    /// The value of an object's member; `name` is compared scalar by scalar with the decoded keys.
    @inlinable package subscript(_ name: String) -> JSONValue? {
        storage.member(name.utf8.span, of: index).map { JSONValue(storage: storage, index: $0) }
    }

    /// An element of an array, from 0 at the front or from -1 at the end.
    package subscript(_ position: Int) -> JSONValue? {
        guard kind == .array else { return nil }
        let forward = position < 0 ? position + count : position
        guard forward >= 0, forward < count else { return nil }
        var element = index + 1
        for _ in 0..<forward {
            element = Int(storage.tape[element].link)
        }
        return JSONValue(storage: storage, index: element)
    }

    /// The decoded text of a string; nil for any other kind.
    @inlinable package var string: String? {
        kind == .string ? storage.string(storage.tape[index]) : nil
    }

    /// The bytes of a string without escapes, quotation marks excluded; `nil` for any other value.
    package var plainText: (storage: JSONStorage, range: Range<Int>)? {
        let node = storage.tape[index]
        guard storage.bytes[Int(node.start)] == JSONByte.quote, !node.hasEscapes else { return nil }
        return (storage, node.contents)
    }

    /// The text of a number exactly as received; nil for any other kind.
    package var numberText: String? {
        kind == .number ? text : nil
    }

    /// The nearest double to a number; nil for any other kind and beyond the range of `Double`, such as 1e400.
    package var double: Double? {
        // Most numbers of a payload are flags.
        let range = byteRange
        if range.count == 1, JSONByte.isDigit(storage.bytes[range.lowerBound]) {
            return Double(storage.bytes[range.lowerBound] - JSONByte.zero)
        }
        guard let number = numberText.flatMap(Double.init), number.isFinite else { return nil }
        return number
    }

    /// The exact integer value of a number in any notation: 1, 1.0 and 10e-1 are equal. `nil` for any other kind, for
    /// fractions, and beyond the range of `Int`.
    package var integer: Int? {
        kind == .number ? JSONInteger.value(storage.bytes[byteRange]) : nil
    }

    /// The value of a boolean; `nil` for any other kind.
    package var boolean: Bool? {
        switch storage.bytes[byteRange.lowerBound] {
        case 0x74: true
        case 0x66: false
        default: nil
        }
    }

    package var isNull: Bool { kind == .null }
}

/// The six kinds of value of RFC 8259 §3.
@usableFromInline package enum JSONKind: String, Sendable, CaseIterable {
    case object
    case array
    case string
    case number
    case boolean
    case null

    /// The kind of a value that begins with a byte.
    @inlinable package init(firstByte byte: UInt8) {
        self =
            switch byte {
            case JSONByte.openBrace: .object
            case JSONByte.openBracket: .array
            case JSONByte.quote: .string
            case 0x66, 0x74: .boolean
            case 0x6E: .null
            default: .number
            }
    }

    /// A number for each kind, so that other modules compare two without a call.
    @inlinable var tag: UInt8 {
        switch self {
        case .object: 0
        case .array: 1
        case .string: 2
        case .number: 3
        case .boolean: 4
        case .null: 5
        }
    }

    @inlinable package static func == (left: JSONKind, right: JSONKind) -> Bool { left.tag == right.tag }
}

/// The values directly inside of a value, in the order of the text.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let storage: JSONStorage
    /// The tape index of the next child, or of its key.
    private var position: Int
    private let end: Int

    /// Lists the children of a value; none for a scalar or without `includesChildren`.
    package init(_ value: JSONValue, includesChildren: Bool = true) {
        storage = value.storage
        position = value.index + 1
        end = includesChildren ? value.nextIndex : position
    }

    package mutating func next() -> JSONValue? {
        guard position < end else { return nil }
        let index = storage.tape[position].isKey ? position + 1 : position
        position = Int(storage.tape[index].link)
        return JSONValue(storage: storage, index: index)
    }
}

/// The members of an object, in the order of the text.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private var values: JSONElements

    /// Lists the members of an object; none for any other kind.
    package init(of value: JSONValue) {
        values = JSONElements(value, includesChildren: value.kind == .object)
    }

    package mutating func next() -> (key: String, value: JSONValue)? {
        guard let value = values.next(), let key = value.key else { return nil }
        return (key, value)
    }
}
