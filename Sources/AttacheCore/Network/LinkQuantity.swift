/// Reads the quantities of a network file: always with their unit, so that nothing is guessed.
enum LinkQuantity {
    /// How a rate is written, for messages.
    static let rateForm = "a rate such as 780kbit/s or 2.5Mbit/s, at least 1bit/s, or unlimited"
    /// How a delay is written, for messages.
    static let delayForm = "a duration such as 100ms or 1.5s, at most 3600s"
    /// How a share is written, for messages.
    static let shareForm = "a percentage from 0% to 100%"

    /// Reads a rate.
    ///
    /// - Parameter text: The value's text.
    /// - Returns: Bits a second, `.some(nil)` for unlimited, or `nil` when the text is not a rate.
    static func rate(_ text: String) -> Double?? {
        if text == "unlimited" { return .some(nil) }
        // The longer units first: "kbit/s" ends with "bit/s" as well.
        for (unit, factor) in [("kbit/s", 1e3), ("Mbit/s", 1e6), ("Gbit/s", 1e9), ("bit/s", 1)] {
            guard let number = number(text, before: unit) else { continue }
            let rate = number * factor
            return rate >= 1 && rate.isFinite ? .some(rate) : nil
        }
        return nil
    }

    /// Reads a delay.
    ///
    /// - Parameter text: The value's text.
    /// - Returns: The duration, or `nil` when the text is not one or is over an hour.
    static func delay(_ text: String) -> Duration? {
        for (unit, factor) in [("ms", 1e-3), ("s", 1)] {
            guard let number = number(text, before: unit) else { continue }
            let seconds = number * factor
            return seconds <= 3600 ? .seconds(seconds) : nil
        }
        return nil
    }

    /// Reads a share.
    ///
    /// - Parameter text: The value's text.
    /// - Returns: A ratio from 0 to 1, or `nil` when the text is not a percentage.
    static func share(_ text: String) -> Double? {
        guard let number = number(text, before: "%"), number <= 100 else { return nil }
        return number / 100
    }

    /// Reads the decimal number in front of a unit; `Double` alone would also read `0x10`, `1e9` and `nan`.
    private static func number(_ text: String, before unit: String) -> Double? {
        guard text.hasSuffix(unit) else { return nil }
        let digits = text.dropLast(unit.count)
        let isDecimal = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        guard isDecimal, digits.utf8.first != 46, digits.utf8.last != 46 else { return nil }
        return Double(digits)
    }
}
