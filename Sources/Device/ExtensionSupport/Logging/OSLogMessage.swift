import Foundation

/// The text of a log message, with values of which some are private.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    let text: LogText

    /// Creates a text without values.
    public init(stringLiteral value: String) {
        text = LogText(open: value, redacted: value)
    }

    /// Creates a text with values.
    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}

/// Who may read a value of a log message.
public struct OSLogPrivacy: Sendable {
    /// The replacement of a private value.
    public enum Mask: Sendable {
        /// A hash of the value.
        case hash
        /// No replacement but the word `private`.
        case none
    }

    fileprivate let isPublic: Bool?

    /// Numbers are public, texts and objects private.
    public static var auto: OSLogPrivacy { OSLogPrivacy(isPublic: nil) }
    /// Everyone.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(isPublic: true) }
    /// The developer's own device.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(isPublic: false) }
    /// The developer's own device, never the archive of another one.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(isPublic: false) }

    /// As `auto`, with a mask.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }

    /// As `private`, with a mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }

    /// As `sensitive`, with a mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }
}

/// The place of a value in a column.
public struct OSLogStringAlignment: Sendable {
    fileprivate let columns: Int
    fileprivate let isRight: Bool

    /// No padding.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isRight: false) }

    /// Spaces before the value.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isRight: true)
    }

    /// Spaces after the value.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isRight: false)
    }

    fileprivate func align(_ text: String) -> String {
        // A column count of the program, within reason.
        let padding = String(repeating: " ", count: max(0, min(columns, 1000) - text.count))
        return isRight ? padding + text : text + padding
    }
}

/// The digits of a whole number.
public struct OSLogIntegerFormatting: Sendable {
    fileprivate let radix: Int
    fileprivate let isUppercase: Bool

    /// Decimal digits.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10, isUppercase: false) }
    /// Hexadecimal digits.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16, isUppercase: false) }
    /// Octal digits.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8, isUppercase: false) }

    /// Hexadecimal digits.
    public static func hex(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 16, isUppercase: uppercase)
    }
}

/// The digits of a floating-point number.
public struct OSLogFloatFormatting: Sendable {
    fileprivate let precision: Int

    /// Six digits after the full stop.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(precision: 6) }

    /// A number of digits after the full stop.
    public static func fixed(precision: Int) -> OSLogFloatFormatting {
        OSLogFloatFormatting(precision: min(max(0, precision), 40))
    }
}

/// The parts of an interpolated log message.
public struct OSLogInterpolation: StringInterpolationProtocol {
    var text = LogText()

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a literal part.
    public mutating func appendLiteral(_ literal: String) { text.append(literal) }

    /// Appends a value.
    public mutating func appendInterpolation<Value>(
        _ value: @autoclosure () -> Value,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        let value = value()
        let isNumber = value is any Numeric || value is Bool
        text.append(align.align("\(value)"), isPublic: privacy.isPublic ?? isNumber)
    }

    /// Appends a whole number with a format.
    public mutating func appendInterpolation<Value: FixedWidthInteger>(
        _ value: @autoclosure () -> Value,
        format: OSLogIntegerFormatting,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        let digits = String(value(), radix: format.radix, uppercase: format.isUppercase)
        text.append(align.align(digits), isPublic: privacy.isPublic ?? true)
    }

    /// Appends a floating-point number with a format.
    public mutating func appendInterpolation<Value: BinaryFloatingPoint>(
        _ value: @autoclosure () -> Value,
        format: OSLogFloatFormatting,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        let digits = String(format: "%.\(format.precision)f", Double(value()))
        text.append(align.align(digits), isPublic: privacy.isPublic ?? true)
    }
}
