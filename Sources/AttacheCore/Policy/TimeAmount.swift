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
