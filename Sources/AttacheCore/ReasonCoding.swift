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

/// Reads findings back that `ReasonEncoder` wrote.
package enum ReasonDecoder {
    private static let codes = Dictionary(uniqueKeysWithValues: ReasonCode.allCases.map { ($0.rawValue, $0) })

    /// Reads a list of findings.
    ///
    /// - Parameter value: The array that stands as the member `reasons`.
    /// - Returns: The findings in order, or `nil` when one of them has a code or a form that this version does not know.
    package static func reasons(_ value: JSONValue) -> [Reason]? {
        var reasons: [Reason] = []
        for element in value.elements {
            guard let reason = reason(element) else { return nil }
            reasons.append(reason)
        }
        return reasons
    }

    private static func reason(_ value: JSONValue) -> Reason? {
        guard let code = value["code"]?.string.flatMap({ codes[$0] }),
            let severity = value["severity"]?.string.flatMap(Severity.init),
            let isPermanent = value["permanent"]?.boolean, let message = value["message"]?.string
        else { return nil }
        return Reason(
            code,
            message,
            fix: value["fix"]?.string,
            severity: severity,
            isPermanent: isPermanent,
            apple: value["apple"].flatMap(appleError)
        )
    }

    private static func appleError(_ value: JSONValue) -> AppleError? {
        guard let domain = value["domain"]?.string, let code = value["code"]?.integer else { return nil }
        return AppleError(domain: domain, code: code, streamCode: value["stream_code"]?.integer)
    }
}
