/// Decides from a response's head whether its body can be media at all.
struct ResponseHeadRule: Sendable {
    /// The statuses that lead elsewhere; 300, 304, 305 and 306 do not.
    static let redirects: Set<Int> = [301, 302, 303, 307, 308]

    private let policy: Policy
    /// Whether only a response that differs from one that is kept was asked for.
    private let isConditional: Bool

    init(policy: Policy, isConditional: Bool = false) {
        self.policy = policy
        self.isConditional = isConditional
    }

    /// Decides whether the body is wanted.
    ///
    /// - Parameters:
    ///   - head: The response's head.
    ///   - limit: The largest body that any kind of media may have, in bytes.
    /// - Returns: `discard` for a redirect, whose body nobody needs, and for the answer that nothing has changed, which
    ///   has none.
    func decide(_ head: ResponseHead, limit: Int) -> TransferDecision {
        if Self.redirects.contains(head.status) { return .discard }
        if isConditional, head.status == 304 { return .discard }
        if let reason = statusRefusal(head) { return .refuse(reason) }
        let encodings = head.values("Content-Encoding").filter { $0.lowercased() != "identity" && !$0.isEmpty }
        if let encoding = encodings.first { return .refuse(Self.encoded(encoding)) }
        if let length = declaredLength(head),
            let reason = SizeJudge.refusal(byteCount: length, kind: nil, limit: limit)
        {
            return .refuse(reason)
        }
        return .proceed
    }

    /// The announced length in bytes, where there is one.
    func declaredLength(_ head: ResponseHead) -> Int? {
        head.values("Content-Length").first.flatMap { Int($0) }
    }

    private func statusRefusal(_ head: ResponseHead) -> Reason? {
        switch head.status {
        case 204, 205:
            return Reason(
                .fetchEmpty,
                "The origin answered \(head.status), which has no body.",
                fix: "Make the URL serve the file."
            )
        case 206 where !Self.isWholeFile(head):
            return Reason(
                .fetchBadFraming,
                "The origin answered 206 with a part of the file that nobody asked for.",
                fix: "Answer a request without Range with 200 and the whole file."
            )
        case 200...299:
            return nil
        default:
            // 408, 425 and 429 ask to come back later, 5xx may pass; every other status stays as it is.
            let isPermanent = (300...499).contains(head.status) && ![408, 425, 429].contains(head.status)
            return Reason(
                .fetchStatus,
                "The origin answered with status \(head.status).",
                fix: isPermanent ? "Check that the URL is right and public." : "Try again later.",
                isPermanent: isPermanent
            )
        }
    }

    /// Whether a `Content-Range` covers the file from its first byte to its last.
    private static func isWholeFile(_ head: ResponseHead) -> Bool {
        guard let range = head.values("Content-Range").first, range.hasPrefix("bytes 0-") else { return false }
        let parts = range.dropFirst("bytes 0-".count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let last = Int(parts[0]), let length = Int(parts[1]) else { return false }
        return last >= 0 && last < Int.max && last + 1 == length
    }

    private static func encoded(_ encoding: String) -> Reason {
        Reason(
            .fetchEncodedBody,
            "The origin encoded the body as \"\(encoding.prefix(32))\" though nobody asked for it.",
            fix: "Serve media without Content-Encoding; they are compressed already."
        )
    }
}

/// Decides where a redirect leads, and whether it may be followed.
struct RedirectRule: Sendable {
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
