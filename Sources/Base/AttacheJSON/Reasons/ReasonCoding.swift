package enum ReasonEncoder {
    /// Writes the member `reasons`, or nothing when there are none; `shownURL` returns a URL as it is written.
    package static func write(
        _ reasons: [Reason],
        shownURL: (String) -> String = { $0 },
        to writer: inout JSONWriter
    ) {
        guard !reasons.isEmpty else { return }
        writer.key("reasons")
        write(list: reasons, shownURL: shownURL, to: &writer)
    }

    package static func write(
        list reasons: [Reason],
        shownURL: (String) -> String = { $0 },
        to writer: inout JSONWriter
    ) {
        writer.beginArray()
        for reason in reasons { write(reason, shownURL, to: &writer) }
        writer.endArray()
    }

    private static func write(_ reason: Reason, _ shownURL: (String) -> String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", reason.code.rawValue)
        writer.member("severity", reason.severity.rawValue)
        writer.member("permanent", reason.isPermanent)
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
        writer.member("stage", reason.stage.rawValue)
        writer.member("status", reason.status)
        writer.member("url", reason.url.map(shownURL))
        writer.member("pointer", reason.pointer)
        writer.endObject()
    }
}

/// The decoder of reasons written by `ReasonEncoder`.
package enum ReasonDecoder {
    private static let codes = Dictionary(uniqueKeysWithValues: ReasonCode.allCases.map { ($0.rawValue, $0) })

    /// Decodes the array `reasons`; `nil` when a code or a form is unknown to this version.
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
            apple: value["apple"].flatMap(appleError),
            url: value["url"]?.string,
            pointer: value["pointer"]?.string,
            status: value["status"]?.integer,
            stage: value["stage"]?.string.flatMap(StageName.init)
        )
    }

    private static func appleError(_ value: JSONValue) -> AppleError? {
        guard let domain = value["domain"]?.string, let code = value["code"]?.integer else { return nil }
        return AppleError(domain: domain, code: code, streamCode: value["stream_code"]?.integer)
    }
}
