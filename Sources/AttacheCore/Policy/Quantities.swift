/// A number of bytes as people write it: `10MB` is 10 × 10⁶, `10MiB` is 10 × 2²⁰, and neither is ever guessed.
package struct ByteSize: Sendable, Hashable {
    /// The number of bytes.
    package let byteCount: Int

    /// Creates a size.
    ///
    /// - Parameter byteCount: The number of bytes, 0 or more.
    package init(byteCount: Int) {
        self.byteCount = byteCount
    }

    /// Reads a size with its unit.
    ///
    /// - Parameter text: A number and one of `B`, `kB`, `KB`, `MB`, `GB`, `TB`, `KiB`, `MiB`, `GiB`, `TiB`, such as
    ///   `1.5MiB`.
    /// - Throws: `QuantityError` when the unit is missing or unknown, or the number is no whole number of bytes.
    package init(parsing text: String) throws(QuantityError) {
        guard let quantity = DecimalQuantity(text) else {
            throw QuantityError(
                message: "\"\(text)\" is no size",
                fix: "write a size such as 10MB (10^6) or 10MiB (2^20)"
            )
        }
        guard let factor = Self.units.first(where: { $0.name == quantity.unit })?.byteCount else {
            throw Self.unknownUnit(quantity.unit, in: text)
        }
        guard let byteCount = quantity.multiplied(by: factor) else {
            throw QuantityError(
                message: "\"\(text)\" is no whole number of bytes below 2^63",
                fix: "write a smaller number"
            )
        }
        self.byteCount = byteCount
    }

    private static let units: [(name: String, byteCount: Int)] = [
        ("B", 1), ("kB", 1_000), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40),
    ]

    /// `10M` and `10mb` are refused with the two things they may mean: 5 % lie between them.
    private static func unknownUnit(_ unit: String, in text: String) -> QuantityError {
        let number = text.dropLast(unit.count)
        if unit.isEmpty {
            return QuantityError(message: "\"\(text)\" has no unit", fix: "write \(text)B for bytes, or MB, MiB, …")
        }
        let prefix = unit.prefix(1).uppercased()
        guard "KMGT".contains(prefix), unit.count <= 3 else {
            return QuantityError(
                message: "\"\(unit)\" is no unit of size",
                fix: "write B, kB, MB, GB, TB, KiB, MiB, GiB or TiB"
            )
        }
        return QuantityError(
            message: "\"\(unit)\" is no unit of size",
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

/// A duration as people write it: `30s`, `500ms`.
package struct TimeAmount: Sendable, Hashable {
    /// The duration.
    package let duration: Duration

    /// Creates an amount.
    ///
    /// - Parameter duration: The duration, zero or more.
    package init(_ duration: Duration) {
        self.duration = duration
    }

    /// Reads a duration with its unit.
    ///
    /// - Parameter text: A number and one of `ms`, `s`, `m`, `h`, such as `1.5s`.
    /// - Throws: `QuantityError` when the unit is missing or unknown, or the number is finer than a nanosecond.
    package init(parsing text: String) throws(QuantityError) {
        guard let quantity = DecimalQuantity(text) else {
            throw QuantityError(message: "\"\(text)\" is no duration", fix: "write a duration such as 30s or 500ms")
        }
        guard let factor = Self.units.first(where: { $0.name == quantity.unit })?.nanoseconds else {
            let problem = quantity.unit.isEmpty ? "\"\(text)\" has no unit" : "\"\(quantity.unit)\" is no unit of time"
            let number = text.dropLast(quantity.unit.count)
            throw QuantityError(message: problem, fix: "write \(number)s, \(number)ms, \(number)m or \(number)h")
        }
        guard let nanoseconds = quantity.multiplied(by: factor) else {
            throw QuantityError(
                message: "\"\(text)\" is no whole number of nanoseconds below 2^63",
                fix: "write fewer digits"
            )
        }
        duration = .nanoseconds(nanoseconds)
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

/// A decimal number and its unit, taken apart without rounding: `1.5MiB` is 15 × 10⁻¹ and `MiB`.
struct DecimalQuantity {
    /// The digits without the full stop.
    private let digits: Int
    /// Ten to the number of digits behind the full stop.
    private let divisor: Int
    /// What stands behind the number, as written.
    let unit: String

    /// Takes a text apart; `nil` when it does not begin with a number, or has more digits than a machine word holds.
    ///
    /// - Parameter text: Digits, at most one full stop between digits, and anything as the unit; no sign, no space.
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
            // Eighteen digits behind the full stop are the most whose divisor fits a machine word.
            guard !isTooLong, !isTooLarge, !isFraction || digitCount <= 18 else { return nil }
            digits = sum
            if isFraction { divisor *= 10 }
        }
        guard digitCount > 0, let unit = String(rest) else { return nil }
        self.digits = digits
        self.divisor = divisor
        self.unit = unit
    }

    /// The number in a smaller unit.
    ///
    /// - Parameter factor: How many of the smaller unit make one of the quantity's own, at least 1.
    /// - Returns: `nil` when it is no whole number of the smaller unit, or more than a machine word holds.
    func multiplied(by factor: Int) -> Int? {
        let product = digits.multipliedFullWidth(by: factor)
        guard product.high == 0, product.low <= UInt(Int.max) else { return nil }
        let (quotient, remainder) = Int(product.low).quotientAndRemainder(dividingBy: divisor)
        return remainder == 0 ? quotient : nil
    }
}

/// A text that should be a size or a duration is none.
package struct QuantityError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with it, as half a sentence that follows the place where it stands.
    package let message: String
    /// What to write instead.
    package let fix: String

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - message: What is wrong, such as `"10" has no unit`.
    ///   - fix: What to write instead, such as `write 10MB or 10MiB`.
    package init(message: String, fix: String) {
        self.message = message
        self.fix = fix
    }

    package var description: String { "\(message): \(fix)" }
}
