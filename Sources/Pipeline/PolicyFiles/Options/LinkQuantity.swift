/// Parser of the quantities of a network file, which always need a unit.
enum LinkQuantity {
    /// Parses a rate in bit/s; `.some(nil)` is unlimited, `nil` an invalid text.
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

    /// Parses a delay of at most an hour.
    static func delay(_ text: String) -> Duration? {
        for (unit, factor) in [("ms", 1e-3), ("s", 1)] {
            guard let number = number(text, before: unit) else { continue }
            let seconds = number * factor
            return seconds <= 3600 ? .seconds(seconds) : nil
        }
        return nil
    }

    /// Parses a percentage as a ratio from 0 to 1.
    static func share(_ text: String) -> Double? {
        guard let number = number(text, before: "%"), number <= 100 else { return nil }
        return number / 100
    }

    /// Parses the decimal number before a unit; `Double` alone would also accept `0x10`, `1e9` and `nan`.
    private static func number(_ text: String, before unit: String) -> Double? {
        guard text.hasSuffix(unit) else { return nil }
        let digits = text.dropLast(unit.count)
        let isDecimal = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        guard isDecimal, digits.utf8.first != 46, digits.utf8.last != 46 else { return nil }
        return Double(digits)
    }
}
