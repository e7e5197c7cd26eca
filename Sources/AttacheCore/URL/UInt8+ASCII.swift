extension UInt8 {
    /// Whether the byte is a letter of ASCII, in either case.
    var isASCIILetter: Bool {
        let lower = self | 0x20
        return lower >= 0x61 && lower <= 0x7A
    }

    /// Whether the byte is a digit of ASCII.
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// The value of a hexadecimal digit in either case, or `nil`.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
