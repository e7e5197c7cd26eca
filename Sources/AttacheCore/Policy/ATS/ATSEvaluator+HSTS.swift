extension ATSEvaluator {
    /// Top-level domains whose names are all loaded by https, whatever a URL says.
    ///
    /// Since iOS 13.3 (release notes, 56247242) URLSession upgrades them before App Transport Security looks.
    private static let preloadedDomains = ["app", "dev"]

    /// The URL that a device really loads.
    ///
    /// - Parameter url: The URL as the payload or a redirect names it.
    /// - Returns: The same by https where the host's domain demands it: port 80 becomes 443, another port stays
    ///   (RFC 6797, section 8.3).
    package func loaded(_ url: MediaURL) -> MediaURL {
        guard dictionary.profile == .ios17, url.scheme == .http, case .name(let name) = url.host,
            Self.preloadedDomains.contains(where: { HostPattern.isSuffix($0, of: name) })
        else { return url }
        // The port that https means is left out of the text, as in every URL.
        let rest = String(url.text.dropFirst("http".count))
        let isDefault = url.port == MediaURL.Scheme.https.defaultPort
        return MediaURL(
            text: "https" + (isDefault ? rest.replacing(":443", with: "", maxReplacements: 1) : rest),
            scheme: .https,
            host: url.host,
            port: url.port == MediaURL.Scheme.http.defaultPort ? MediaURL.Scheme.https.defaultPort : url.port,
            path: url.path
        )
    }
}
