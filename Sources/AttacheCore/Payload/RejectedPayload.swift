/// An item that is no deliverable push.
package struct RejectedPayload: Error, Sendable {
    /// The sender's own name for the item as JSON text, when that much could be read.
    package var identifier: [UInt8]?
    /// The APNs headers as JSON text, when that much could be read.
    package var headers: [UInt8]?
    /// Why; the headline first.
    package var reasons: [Reason]

    /// Creates a rejection.
    ///
    /// - Parameters:
    ///   - identifier: The sender's own name for the item as JSON text.
    ///   - headers: The APNs headers as JSON text.
    ///   - reasons: Why; the headline first.
    package init(identifier: [UInt8]? = nil, headers: [UInt8]? = nil, reasons: [Reason]) {
        self.identifier = identifier
        self.headers = headers
        self.reasons = reasons
    }
}
