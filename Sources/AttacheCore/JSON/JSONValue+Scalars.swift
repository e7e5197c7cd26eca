extension JSONValue {
    /// The decoded text of a string; nil for any other kind.
    package var string: String? {
        kind == .string ? storage.string(storage.tape[index]) : nil
    }

    /// The text of a number exactly as received; nil for any other kind.
    package var numberText: String? {
        kind == .number ? text : nil
    }

    /// The nearest double to a number; nil for any other kind and beyond the range of `Double`, such as 1e400.
    package var double: Double? {
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
