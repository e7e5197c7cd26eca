/// Judges a URL before anything is connected: the first one and every redirect's.
package protocol HopJudging: Sendable {
    /// Judges a URL's scheme, host, port and literal address.
    ///
    /// - Parameters:
    ///   - url: The URL of a hop.
    ///   - previous: The URL that redirected there, or `nil` for the first hop.
    /// - Returns: Every finding, the device's before the operator's; the URL may be loaded when none blocks.
    func judge(_ url: MediaURL, after previous: MediaURL?) -> [Reason]
}
