extension JSONValue {
    /// The decoded text of a string; nil for any other kind.
    package var string: String? {
        kind == .string ? storage.string(storage.tape[index]) : nil
    }

    /// The bytes of a string between its quotation marks, when they need no decoding; nil for any other value.
    var plainText: (storage: JSONStorage, range: Range<Int>)? {
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

    /// The exact integer a number stands for, written in any form: 1, 1.0 and 10e-1 are the same number.
    ///
    /// Nil for any other kind, for fractions, and beyond the range of `Int`.
    package var integer: Int? {
        kind == .number ? JSONInteger.value(storage.bytes[byteRange]) : nil
    }

    /// Whether a boolean is `true`; nil for any other kind.
    package var boolean: Bool? {
        switch storage.bytes[byteRange.lowerBound] {
        case 0x74: true
        case 0x66: false
        default: nil
        }
    }

    /// Whether the value is `null`.
    package var isNull: Bool { kind == .null }
}
