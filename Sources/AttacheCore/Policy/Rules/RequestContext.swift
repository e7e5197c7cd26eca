/// What a request is judged by.
package struct RequestContext: Sendable {
    /// What this machine may connect to.
    package var egress: EgressPolicy
    /// What the device's App Transport Security permits.
    package var ats: ATSEvaluator
    /// The schemes that are loaded.
    package var schemes: Set<MediaURL.Scheme>
    /// The URL that redirected here, or `nil` for the first hop.
    package var previous: MediaURL?

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - egress: What this machine may connect to.
    ///   - ats: What the device's App Transport Security permits.
    ///   - schemes: The schemes that are loaded.
    ///   - previous: The URL that redirected here, or `nil` for the first hop.
    package init(
        egress: EgressPolicy,
        ats: ATSEvaluator,
        schemes: Set<MediaURL.Scheme> = [.http, .https],
        previous: MediaURL? = nil
    ) {
        self.egress = egress
        self.ats = ats
        self.schemes = schemes
        self.previous = previous
    }
}
