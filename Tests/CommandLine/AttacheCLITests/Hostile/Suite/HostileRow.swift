import Testing

/// One input of a hostile case and the verdict it must get.
protocol HostileRow: Sendable, CustomTestStringConvertible {
    /// The case's number, 1 to 166.
    var number: Int { get }
    /// What this input is, in a few words.
    var name: String { get }
    /// What Attache makes of it.
    var verdict: HostileVerdict { get }
}

extension HostileRow {
    var testDescription: String { "case \(number): \(name)" }
}
