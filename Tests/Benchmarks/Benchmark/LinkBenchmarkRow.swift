import AttacheCore

/// One transfer, with its modelled and measured time.
struct LinkBenchmarkRow: Sendable {
    let network: String
    let byteCount: Int
    let model: Duration
    let measured: Duration

    private var ratio: Double { measured.milliseconds / model.milliseconds }

    /// Whether the measured time is close enough to the model's.
    ///
    /// - Parameter tolerance: The allowed deviation of the ratio from 1.
    /// - Returns: Whether it is.
    func isWithin(_ tolerance: Double) -> Bool { abs(ratio - 1) <= tolerance }

    /// The row as a line of a table.
    ///
    /// - Parameter tolerance: The allowed deviation of the ratio from 1.
    /// - Returns: Network, bytes, both times in milliseconds and their ratio.
    func line(tolerance: Double) -> String {
        [
            network + Self.padding(8 - network.count),
            Self.right("\(byteCount)", 10),
            Self.right(Self.decimal(model.milliseconds, places: 1), 11),
            Self.right(Self.decimal(measured.milliseconds, places: 1), 12),
            Self.right(Self.decimal(ratio, places: 3), 17),
            isWithin(tolerance) ? "" : "  outside",
        ]
        .joined()
    }

    private static func decimal(_ value: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((value * Double(scale)).rounded())
        let fraction = "\(scaled % scale)"
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
    }

    private static func right(_ text: String, _ width: Int) -> String { padding(width - text.count) + text }

    private static func padding(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
