/// The part of a result to emit.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// The whole result.
    case report
    /// What the device displays.
    case content
    /// What to send.
    case payload

    /// Writes the part as one JSON value without a line break; `isLabelled` adds what is needed to match it to its item.
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
