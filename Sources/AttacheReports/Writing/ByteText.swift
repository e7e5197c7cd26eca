/// Numbers of bytes in the words of a person.
package enum ByteText {
    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    /// A number of bytes in powers of 1000: `512 bytes`, `48.2 kB`, `1.4 GB`.
    ///
    /// - Parameter byteCount: 0 or more.
    /// - Returns: The number and its unit.
    package static func text(_ byteCount: Int) -> String {
        if byteCount == 1 { return "1 byte" }
        guard byteCount >= 1000 else { return "\(byteCount) bytes" }
        var value = Double(byteCount) / 1000
        var unit = 0
        // What would round to four digits is one of the next unit.
        while value >= 999.95, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let tenths = Int(value * 10 + 0.5)
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
