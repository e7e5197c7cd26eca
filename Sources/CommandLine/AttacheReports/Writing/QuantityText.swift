import AttacheCore

/// Numbers for people.
package enum CountText {
    /// Formats a whole number with its digits in groups of three: `1,234,567`.
    package static func grouped(_ count: Int) -> String {
        var text = ""
        for (index, digit) in count.magnitude.description.reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (count < 0 ? "-" : "") + String(text.reversed())
    }

    /// Formats a rate: one decimal below ten, whole above.
    package static func rate(_ rate: Double) -> String {
        guard rate < 0x1p52 else { return "∞" }
        if rate >= 10 { return grouped(Int(rate + 0.5)) }
        let tenths = Int(max(0, rate) * 10 + 0.5)
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// Formats a share in percent: one decimal, never 0 for a non-zero part nor 100 for less than all.
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

/// Numbers of bytes for people.
package enum ByteText {
    /// Formats a number of bytes in powers of 1024, as results have them: `512 bytes`, `47.1 KiB`, `1.3 GiB`.
    package static func text(_ byteCount: Int) -> String {
        if byteCount == 1 { return "1 byte" }
        guard byteCount >= 1000 else { return "\(byteCount) bytes" }
        return ByteSize.binary(byteCount)
    }
}

/// Durations for people.
package enum DurationText {
    /// Formats a duration in a suitable unit: `0.4 ms`, `37 ms`, `1.2 s`, `4 min 05 s`, `2 h 03 min`.
    package static func text(_ duration: Duration) -> String {
        let milliseconds = max(0, duration.milliseconds)
        if milliseconds < 9.95 { return "\(tenths(milliseconds)) ms" }
        if milliseconds < 999.5 { return "\(Int(milliseconds + 0.5)) ms" }
        if milliseconds < 59_950 { return "\(tenths(milliseconds / 1000)) s" }
        let seconds = wholeSeconds(milliseconds)
        if seconds < 3600 { return "\(seconds / 60) min \(twoDigits(seconds % 60)) s" }
        let minutes = (seconds + 30) / 60
        return "\(CountText.grouped(minutes / 60)) h \(twoDigits(minutes % 60)) min"
    }

    /// Formats a duration with one decimal below ten milliseconds, and in seconds from ten seconds on.
    package static func brief(_ duration: Duration) -> String {
        let value = duration.milliseconds
        if value >= 10_000 { return "\(Int((value / 1000).rounded())) s" }
        return value >= 10 ? "\(Int(value.rounded())) ms" : "\(tenths(value)) ms"
    }

    /// Formats a changing duration as a clock does: `0:07`, `12:34`, `1:02:03`.
    package static func clock(_ duration: Duration) -> String {
        let seconds = wholeSeconds(max(0, duration.milliseconds))
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        guard minutes >= 60 else { return "\(minutes):\(twoDigits(rest))" }
        return "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(rest))"
    }

    private static func wholeSeconds(_ milliseconds: Double) -> Int { Int(milliseconds / 1000 + 0.5) }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int(value * 10 + 0.5)
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
