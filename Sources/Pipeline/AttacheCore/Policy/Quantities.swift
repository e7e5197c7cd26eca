/// A size with its unit: `10MB` is 10 × 10⁶ bytes, `10MiB` is 10 × 2²⁰; other spellings are refused.
package struct ByteSize: Sendable, Hashable {
    /// The size in bytes, 0 or more.
    package let byteCount: Int

    package init(byteCount: Int) {
        self.byteCount = byteCount
    }

    /// Parses a size.
    ///
    /// - Parameter text: A number and one of `B`, `kB`, `KB`, `MB`, `GB`, `TB`, `KiB`, `MiB`, `GiB`, `TiB`, such as
    ///   `1.5MiB`.
    /// - Returns: The size, or the problem when the unit is missing or unknown, or the number is not a whole number of bytes.
    package static func parse(_ text: String) -> ParsedQuantity<ByteSize> {
        guard let quantity = DecimalQuantity(text) else {
            return .invalid("\"\(text)\" is not a size", fix: "write a size such as 10MB (10^6) or 10MiB (2^20)")
        }
        guard let factor = units.first(where: { $0.name == quantity.unit })?.byteCount else {
            return unknownUnit(quantity.unit, in: text)
        }
        guard let byteCount = quantity.multiplied(by: factor) else {
            return .invalid("\"\(text)\" is not a whole number of bytes below 2^63", fix: "write a smaller number")
        }
        return .value(ByteSize(byteCount: byteCount))
    }

    /// Parses a size; throws `ConfigurationError` when it is invalid.
    package init(parsing text: String) throws(ConfigurationError) { self = try Self.parse(text).get() }

    private static let units: [(name: String, byteCount: Int)] = [
        ("B", 1), ("kB", 1_000), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40),
    ]

    /// Refuses `10M` and `10mb` and names both possible meanings, which differ by 5 %.
    private static func unknownUnit(_ unit: String, in text: String) -> ParsedQuantity<ByteSize> {
        let number = text.dropLast(unit.count)
        if unit.isEmpty {
            return .invalid("\"\(text)\" has no unit", fix: "write \(text)B for bytes, or MB, MiB, …")
        }
        let prefix = unit.prefix(1).uppercased()
        guard "KMGT".contains(prefix), unit.count <= 3 else {
            return .invalid("\"\(unit)\" is not a unit of size", fix: "write B, kB, MB, GB, TB, KiB, MiB, GiB or TiB")
        }
        return .invalid(
            "\"\(unit)\" is not a unit of size",
            fix: "write \(number)\(prefix)B (powers of 1000) or \(number)\(prefix)iB (powers of 1024)"
        )
    }
}

extension ByteSize: CustomStringConvertible {
    /// The size in the largest unit that needs no fraction, such as `10MiB`.
    package var description: String {
        let exact = Self.units.reversed().filter { byteCount > 0 && byteCount.isMultiple(of: $0.byteCount) }
        guard let unit = exact.max(by: { $0.byteCount < $1.byteCount }) else { return "\(byteCount)B" }
        return "\(byteCount / unit.byteCount)\(unit.name)"
    }
}

extension ByteSize {
    /// The size for people: exact where it is a whole number of a unit, such as `10 MiB` and `10 MB`, otherwise with one
    /// decimal in powers of 1024, such as `9.7 MiB`.
    package var text: String {
        guard byteCount >= 1000 else { return byteCount == 1 ? "1 byte" : "\(byteCount) bytes" }
        let whole = Self.units.filter { $0.byteCount > 1 && $0.name != "KB" && byteCount.isMultiple(of: $0.byteCount) }
        if let unit = whole.max(by: { $0.byteCount < $1.byteCount }), byteCount / unit.byteCount < 1000 {
            return "\(byteCount / unit.byteCount) \(unit.name)"
        }
        return Self.binary(byteCount)
    }

    /// The size beside a limit: in powers of 1000 or 1024 as the limit, and with its bytes where rounding would make both
    /// look the same.
    package func text(beside limit: ByteSize) -> String {
        guard byteCount >= 1000 else { return text }
        let text = limit.text.hasSuffix("iB") ? Self.binary(byteCount) : Self.decimal(byteCount)
        return text.replacing(".0 ", with: " ") == limit.text && byteCount != limit.byteCount
            ? "\(text) (\(byteCount) bytes)" : text
    }

    /// A number of bytes, at least 1000, with one decimal in powers of 1000, such as `10.2 MB`.
    private static func decimal(_ byteCount: Int) -> String {
        scaled(byteCount, by: 1000, ["kB", "MB", "GB", "TB", "PB", "EB"])
    }

    /// A number of bytes, at least 1000, with one decimal in powers of 1024, such as `9.7 MiB`.
    package static func binary(_ byteCount: Int) -> String {
        scaled(byteCount, by: 1024, ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"])
    }

    private static func scaled(_ byteCount: Int, by factor: Double, _ names: [String]) -> String {
        var value = Double(byteCount) / factor
        var unit = 0
        // A value that rounds to four digits uses the next unit.
        while value >= 999.95, unit < names.count - 1 {
            value /= factor
            unit += 1
        }
        let tenths = Int(value * 10 + 0.5)
        return "\(tenths / 10).\(tenths % 10) \(names[unit])"
    }
}

/// A duration with its unit: `30s`, `500ms`.
package struct TimeAmount: Sendable, Hashable {
    /// The duration, zero or more.
    package let duration: Duration

    package init(_ duration: Duration) {
        self.duration = duration
    }

    /// Parses a duration.
    ///
    /// - Parameter text: A number and one of `ms`, `s`, `m`, `h`, such as `1.5s`.
    /// - Returns: The duration, or the problem when the unit is missing or unknown, or the number is finer than a nanosecond.
    package static func parse(_ text: String) -> ParsedQuantity<TimeAmount> {
        guard let quantity = DecimalQuantity(text) else {
            return .invalid("\"\(text)\" is not a duration", fix: "write a duration such as 30s or 500ms")
        }
        guard let factor = units.first(where: { $0.name == quantity.unit })?.nanoseconds else {
            let problem =
                quantity.unit.isEmpty ? "\"\(text)\" has no unit" : "\"\(quantity.unit)\" is not a unit of time"
            let number = text.dropLast(quantity.unit.count)
            return .invalid(problem, fix: "write \(number)s, \(number)ms, \(number)m or \(number)h")
        }
        guard let nanoseconds = quantity.multiplied(by: factor) else {
            return .invalid("\"\(text)\" is not a whole number of nanoseconds below 2^63", fix: "write fewer digits")
        }
        return .value(TimeAmount(.nanoseconds(nanoseconds)))
    }

    /// Parses a duration; throws `ConfigurationError` when it is invalid.
    package init(parsing text: String) throws(ConfigurationError) { self = try Self.parse(text).get() }

    /// Parses a duration that a person typed: a number without a unit is seconds.
    package init(secondsOrUnit text: String) throws(ConfigurationError) {
        let isNumber = text.utf8.last.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        self = try Self.parse(isNumber ? "\(text)s" : text).get()
    }

    private static let units: [(name: String, nanoseconds: Int)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
    ]
}

extension TimeAmount: CustomStringConvertible {
    /// The duration in seconds when it is a whole number of them, else in milliseconds.
    package var description: String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return "\(seconds)s" }
        let (milliseconds, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        guard rest == 0 else { return "\(duration.milliseconds)ms" }
        return "\(seconds * 1000 + milliseconds)ms"
    }
}

/// A decimal number and its unit, split without rounding: `1.5MiB` is 15 × 10⁻¹ and `MiB`.
struct DecimalQuantity {
    /// The digits without the decimal point.
    private let digits: Int
    /// Ten to the power of the number of decimal places.
    private let divisor: Int
    /// The text after the number, as written.
    let unit: String

    /// Splits digits, with at most one decimal point between them, from the unit after them; a sign or a space is not
    /// allowed. Returns `nil` when the text does not begin with a number, or the number overflows `Int`.
    init?(_ text: String) {
        var digits = 0
        var divisor = 1
        var digitCount = 0
        var isFraction = false
        var rest = text.utf8[...]
        while let byte = rest.first, byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: ".") {
                guard !isFraction, digitCount > 0 else { return nil }
                isFraction = true
                digitCount = 0
                continue
            }
            digitCount += 1
            let (tenfold, isTooLong) = digits.multipliedReportingOverflow(by: 10)
            let (sum, isTooLarge) = tenfold.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            // 10^18 is the greatest divisor that fits an `Int`.
            guard !isTooLong, !isTooLarge, !isFraction || digitCount <= 18 else { return nil }
            digits = sum
            if isFraction { divisor *= 10 }
        }
        guard digitCount > 0, let unit = String(rest) else { return nil }
        self.digits = digits
        self.divisor = divisor
        self.unit = unit
    }

    /// Returns the number in a smaller unit, or `nil` when it is not a whole number or overflows `Int`; `factor`, at
    /// least 1, is the number of smaller units in one of the quantity's own.
    func multiplied(by factor: Int) -> Int? {
        let product = digits.multipliedFullWidth(by: factor)
        guard product.high == 0, product.low <= UInt(Int.max) else { return nil }
        let (quotient, remainder) = Int(product.low).quotientAndRemainder(dividingBy: divisor)
        return remainder == 0 ? quotient : nil
    }
}

/// A parsed size or duration.
package enum ParsedQuantity<Value> {
    case value(Value)
    /// The problem, such as `"10" has no unit`, and its correction, such as `write 10MB or 10MiB`.
    case invalid(String, fix: String)

    func get() throws(ConfigurationError) -> Value {
        switch self {
        case .value(let value): return value
        case .invalid(let problem, let fix): throw ConfigurationError(problems: ["\(problem): \(fix)"])
        }
    }
}
