import Foundation

/// The price in a push.
public struct Price {
    private let amount: Double

    /// Reads the payload; `nil` without a price.
    public init?(_ payload: [AnyHashable: Any]) {
        guard let amount = payload["price"] as? Double else { return nil }
        self.amount = amount
    }

    /// The price in euros.
    public var text: String { String(format: "%.2f €", amount) }
}
