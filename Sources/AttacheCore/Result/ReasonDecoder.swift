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
