/// Numbers in the words of a person.
package enum CountText {
    /// A whole number with its digits in groups of three: `1,234,567`.
    ///
    /// - Parameter count: Any number.
    /// - Returns: The digits.
    package static func grouped(_ count: Int) -> String {
        var text = ""
        for (index, digit) in count.magnitude.description.reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (count < 0 ? "-" : "") + String(text.reversed())
    }

    /// A rate: with one decimal below ten, whole above.
    ///
    /// - Parameter rate: 0 or more.
    /// - Returns: The digits.
    package static func rate(_ rate: Double) -> String {
        guard rate < 0x1p52 else { return "∞" }
        if rate >= 10 { return grouped(Int(rate + 0.5)) }
        let tenths = Int(max(0, rate) * 10 + 0.5)
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// A share in percent: with one decimal, and never 0 for what happened nor 100 for less than all.
    ///
    /// - Parameters:
    ///   - part: 0 to `whole`.
    ///   - whole: 0 or more.
    /// - Returns: The share and its sign.
    package static func percent(_ part: Int, of whole: Int) -> String {
        guard whole > 0, part > 0 else { return "0 %" }
        guard part < whole else { return "100 %" }
        let thousandths = Int(Double(part) / Double(whole) * 1000 + 0.5)
        if thousandths == 0 { return "< 0.1 %" }
        if thousandths == 1000 { return "> 99.9 %" }
        return thousandths.isMultiple(of: 10)
            ? "\(thousandths / 10) %" : "\(thousandths / 10).\(thousandths % 10) %"
    }
}
