/// Which part of a result is emitted.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// The whole result.
    case report
    /// What the device shows.
    case content
    /// What to send.
    case payload

    /// Writes the part as one JSON value without a line break.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - isLabelled: Whether a part of the result carries what it takes to match it to its item.
    ///   - writer: Takes the value.
    package func write(_ result: RewriteResult, isLabelled: Bool, to writer: inout JSONWriter) {
        let encoder = ResultEncoder()
        let value: (RewriteResult, inout JSONWriter) -> Void =
            switch self {
            case .report: encoder.report
            case .content: encoder.content
            case .payload: encoder.payload
            }
        if isLabelled, self != .report {
            encoder.labelled(result, member: rawValue, to: &writer, value: value)
        } else {
            value(result, &writer)
        }
    }
}
