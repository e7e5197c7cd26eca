/// Judges a URL before anything is connected: the first one and every redirect's.
package protocol HopJudging: Sendable {
    /// Judges a URL's scheme, host, port and literal address.
    ///
    /// - Parameters:
    ///   - url: The URL of a hop.
    ///   - previous: The URL that redirected there, or `nil` for the first hop.
    /// - Returns: Every finding, the device's before the operator's; the URL may be loaded when none blocks.
    func judge(_ url: MediaURL, after previous: MediaURL?) -> [Reason]

    /// The URL that the device really loads: some hosts are never loaded by http.
    ///
    /// - Parameter url: The URL as the payload or a redirect names it.
    /// - Returns: The URL to judge and to load.
    func loaded(_ url: MediaURL) -> MediaURL
}

extension HopJudging {
    package func loaded(_ url: MediaURL) -> MediaURL { url }
}
