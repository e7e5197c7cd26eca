/// The bytes that mean something in JSON text.
package enum JSONByte {
    package static let tab: UInt8 = 0x09
    package static let lineFeed: UInt8 = 0x0A
    package static let carriageReturn: UInt8 = 0x0D
    package static let space: UInt8 = 0x20
    package static let quote: UInt8 = 0x22
    package static let plus: UInt8 = 0x2B
    package static let comma: UInt8 = 0x2C
    package static let minus: UInt8 = 0x2D
    package static let point: UInt8 = 0x2E
    package static let solidus: UInt8 = 0x2F
    package static let zero: UInt8 = 0x30
    package static let nine: UInt8 = 0x39
    package static let colon: UInt8 = 0x3A
    package static let openBracket: UInt8 = 0x5B
    package static let backslash: UInt8 = 0x5C
    package static let closeBracket: UInt8 = 0x5D
    package static let openBrace: UInt8 = 0x7B
    package static let closeBrace: UInt8 = 0x7D

    /// Whether `byte` is insignificant white space between tokens (RFC 8259 §2).
    @inline(always)
    package static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
    }

    /// Whether `byte` is a decimal digit.
    @inline(always)
    package static func isDigit(_ byte: UInt8) -> Bool {
        byte &- zero <= 9
    }

    /// The value of a hexadecimal digit, or nil for any other byte.
    package static func hexadecimalValue(_ byte: UInt8) -> UInt16? {
        switch byte {
        case 0x30...0x39: UInt16(byte - 0x30)
        case 0x41...0x46: UInt16(byte - 0x37)
        case 0x61...0x66: UInt16(byte - 0x57)
        default: nil
        }
    }
}
