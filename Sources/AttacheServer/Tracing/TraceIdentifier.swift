/// A trace: what all that happens because of one request has in common, in every program that takes part.
struct TraceIdentifier: Sendable, Equatable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    /// 32 hexadecimal digits.
    var description: String { HexNumber.text(high) + HexNumber.text(low) }
}
