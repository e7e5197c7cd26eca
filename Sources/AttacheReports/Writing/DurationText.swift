import AttacheCore

/// Durations in the words of a person.
package enum DurationText {
    /// A duration in the unit that suits it: `0.4 ms`, `37 ms`, `1.2 s`, `4 min 05 s`, `2 h 03 min`.
    ///
    /// - Parameter duration: Zero or more.
    /// - Returns: Two or three digits and a unit, or two units.
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

    /// A duration as a clock shows it, for what changes as one looks: `0:07`, `12:34`, `1:02:03`.
    ///
    /// - Parameter duration: Zero or more.
    /// - Returns: Minutes and seconds, or hours, minutes and seconds.
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
