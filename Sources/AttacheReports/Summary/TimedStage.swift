package import AttacheCore

/// A part of an item's time that is measured by itself.
package enum TimedStage: String, Sendable, CaseIterable {
    case resolve
    case connect
    case tls
    case firstByte = "first-byte"
    case body
    case inspect

    /// Words for a person.
    package var title: String {
        switch self {
        case .resolve: "Resolve"
        case .connect: "Connect"
        case .tls: "TLS"
        case .firstByte: "First byte"
        case .body: "Body"
        case .inspect: "Inspect"
        }
    }

    /// How long this part of an item took.
    ///
    /// - Parameter timing: The item's timing.
    /// - Returns: The duration; zero where the part did not take place.
    package func duration(in timing: ResultTiming) -> Duration {
        switch self {
        case .resolve: timing.transfer.resolve
        case .connect: timing.transfer.connect
        case .tls: timing.transfer.tls
        case .firstByte: timing.transfer.firstByte
        case .body: timing.transfer.body
        case .inspect: timing.inspection
        }
    }
}
