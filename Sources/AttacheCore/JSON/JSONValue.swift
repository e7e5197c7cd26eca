/// One value of a document: a place on its tape.
package struct JSONValue: Sendable {
    let storage: JSONStorage
    /// The tape index of the value.
    let index: Int

    private var node: JSONNode { storage.tape[index] }

    /// The tape index after the value and all its children.
    var nextIndex: Int { Int(node.link) }

    /// The value's kind.
    package var kind: JSONKind {
        switch storage.bytes[Int(node.start)] {
        case JSONByte.openBrace: .object
        case JSONByte.openBracket: .array
        case JSONByte.quote: .string
        case 0x66, 0x74: .boolean
        case 0x6E: .null
        default: .number
        }
    }

    /// The bytes of the value in the document, quotation marks and brackets included.
    package var byteRange: Range<Int> { node.range }

    /// The bytes from the key through the value for a member of an object; for any other value its own bytes.
    package var memberRange: Range<Int> {
        guard let key = keyNode else { return byteRange }
        return Int(key.start)..<Int(node.end)
    }

    /// The key, decoded, when the value is a member of an object.
    package var key: String? {
        keyNode.map(storage.string)
    }

    /// The text of the value as received.
    package var text: String {
        String(decoding: storage.bytes[byteRange], as: UTF8.self)
    }

    /// The entry of the key that stands before the value.
    private var keyNode: JSONNode? {
        guard index > 0, storage.tape[index - 1].isKey else { return nil }
        return storage.tape[index - 1]
    }
}
