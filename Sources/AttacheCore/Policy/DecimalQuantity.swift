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
