/// Decides where a redirect leads, and whether it may be followed.
struct RedirectRule: Sendable {
    /// Why a redirect is not followed.
    struct Refusal: Error, Equatable {
        var reasons: [Reason]
    }

    /// Redirects that are followed at most; URLSession's own number is 16.
    let limit: Int
    let canonicalizer: any HostCanonicalizing

    /// Decides about one redirect.
    ///
    /// - Parameters:
    ///   - hop: The URL that answered.
    ///   - head: Its answer, with a redirect's status.
    ///   - redirectCount: Redirects followed so far.
    ///   - judge: Judges the URL it leads to.
    /// - Returns: The next URL, or why it is not followed.
    func next(
        after hop: MediaURL,
        head: ResponseHead,
        redirectCount: Int,
        judge: any HopJudging
    ) -> Result<MediaURL, Refusal> {
        guard redirectCount < limit else { return .failure(Refusal(reasons: [tooMany()])) }
        let locations = head.values("Location")
        guard let location = locations.first, locations.count == 1, !location.isEmpty else {
            return .failure(Refusal(reasons: [Self.noLocation(head.status, count: locations.count)]))
        }
        let url: MediaURL
        do throws(URLRefusal) {
            url = judge.loaded(try hop.redirected(to: location, canonicalizer: canonicalizer))
        } catch {
            return .failure(Refusal(reasons: [error.reason]))
        }
        let reasons = judge.judge(url, after: hop).filter { $0.severity == .block }
        return reasons.isEmpty ? .success(url) : .failure(Refusal(reasons: reasons))
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
