import AttacheCore

/// Durations in the words of a person.
enum Milliseconds {
    /// A duration with one decimal below ten milliseconds, and in seconds from ten seconds on.
    static func text(_ duration: Duration) -> String {
        let value = duration.milliseconds
        if value >= 10_000 { return "\(Int((value / 1000).rounded())) s" }
        if value >= 10 { return "\(Int(value.rounded())) ms" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
