/// Writes findings.
package enum ReasonEncoder {
    /// Writes the member `reasons`, or nothing when there are none.
    ///
    /// - Parameters:
    ///   - reasons: The findings, the headline first.
    ///   - writer: Inside an object.
    package static func write(_ reasons: [Reason], to writer: inout JSONWriter) {
        guard !reasons.isEmpty else { return }
        writer.key("reasons")
        write(list: reasons, to: &writer)
    }

    /// Writes an array of findings.
    ///
    /// - Parameters:
    ///   - reasons: The findings.
    ///   - writer: Where a value may stand.
    static func write(list reasons: [Reason], to writer: inout JSONWriter) {
        writer.beginArray()
        for reason in reasons { write(reason, to: &writer) }
        writer.endArray()
    }

    private static func write(_ reason: Reason, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", reason.code.rawValue)
        writer.member("severity", reason.severity.rawValue)
        writer.key("permanent")
        writer.boolean(reason.isPermanent)
        writer.member("message", reason.message)
        writer.member("fix", reason.fix)
        if let apple = reason.apple {
            writer.key("apple")
            writer.beginObject()
            writer.member("domain", apple.domain)
            writer.member("code", apple.code)
            writer.member("stream_code", apple.streamCode)
            writer.endObject()
        }
        writer.endObject()
    }
}
