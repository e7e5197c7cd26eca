/// Decides whether a redirect may be followed, and returns its target.
///
/// The target must pass `HopRules`, which apply to every URL of a load.
package struct RedirectRule: Sendable {
    /// Statuses that are followed; 300, 304, 305 and 306 are not.
    package static let statuses: Set<Int> = [301, 302, 303, 307, 308]
    /// The limit of URLSession, for loads without a policy; a policy has its own in `fetch.redirects`.
    package static let deviceLimit = 16

    /// Maximum number of redirects.
    let limit: Int
    let canonicalizer: any HostCanonicalizing

    package init(limit: Int, canonicalizer: any HostCanonicalizing) {
        self.limit = limit
        self.canonicalizer = canonicalizer
    }

    /// Decides on one redirect.
    ///
    /// - Parameters:
    ///   - hop: The URL that redirects.
    ///   - head: Its response, with a redirect's status.
    ///   - redirectCount: Redirects followed so far.
    ///   - judge: Checks the target URL.
    /// - Returns: The next URL, or the refusal.
    package func next(
        after hop: MediaURL,
        head: ResponseHead,
        redirectCount: Int,
        judge: HopRules
    ) -> Result<MediaURL, RequestRefusal> {
        guard redirectCount < limit else { return .failure(RequestRefusal(reasons: [tooMany()])) }
        let locations = head.values("Location")
        guard let location = locations.first, locations.count == 1, !location.isEmpty else {
            return .failure(RequestRefusal(reasons: [Self.noLocation(head.status, count: locations.count)]))
        }
        let url: MediaURL
        do throws(Reason) {
            url = judge.loaded(try hop.redirected(to: location, canonicalizer: canonicalizer))
        } catch {
            return .failure(RequestRefusal(reasons: [error]))
        }
        let reasons = judge.judge(url, after: hop).filter { $0.severity == .block }
        return reasons.isEmpty ? .success(url) : .failure(RequestRefusal(reasons: reasons))
    }

    private func tooMany() -> Reason {
        Reason(
            .fetchRedirects,
            "The origin redirected more than \(limit) times.",
            fix: "Name the URL that serves the file."
        )
    }

    private static func noLocation(_ status: Int, count: Int) -> Reason {
        Reason(
            .fetchRedirectInvalid,
            "The origin answered \(status) with \(count == 0 ? "no" : "an unusable") Location.",
            fix: "Name the URL that serves the file."
        )
    }
}
