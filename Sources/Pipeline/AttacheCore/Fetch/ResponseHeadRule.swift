/// Decides from a response's head whether its body can be media.
struct ResponseHeadRule: Sendable {
    private let policy: Policy
    /// Whether the request was conditional, so that 304 is a valid answer.
    private let isConditional: Bool

    init(policy: Policy, isConditional: Bool = false) {
        self.policy = policy
        self.isConditional = isConditional
    }

    /// Decides whether the body is wanted: `discard` for a redirect, and for 304 to a conditional request. `limit` is
    /// the largest size in bytes of any kind of media.
    func decide(_ head: ResponseHead, limit: Int) -> TransferDecision {
        if RedirectRule.statuses.contains(head.status) { return .discard }
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

    /// The announced length in bytes, if any.
    func declaredLength(_ head: ResponseHead) -> Int? {
        head.values("Content-Length").first.flatMap { Int($0) }
    }

    private func statusRefusal(_ head: ResponseHead) -> Reason? {
        switch head.status {
        case 204, 205:
            return Reason(
                .fetchEmpty,
                "The origin answered \(head.status), which has no body.",
                fix: "Serve the file at this URL."
            )
        case 206 where !Self.isWholeFile(head):
            return Reason(
                .fetchBadFraming,
                "The origin answered 206 with a part of the file, but no range was requested.",
                fix: "Answer requests without a Range header with 200 and the whole file."
            )
        case 200...299:
            return nil
        default:
            // 408, 425, 429 and 5xx are transient; every other status is permanent.
            let isPermanent = (300...499).contains(head.status) && ![408, 425, 429].contains(head.status)
            return Reason(
                .fetchStatus,
                "The origin answered with status \(head.status).",
                fix: Self.fix(for: head.status, isPermanent: isPermanent),
                isPermanent: isPermanent,
                status: head.status
            )
        }
    }

    private static func fix(for status: Int, isPermanent: Bool) -> String {
        switch status {
        case 401, 403, 407: "Make the file public: a phone sends no credentials."
        case 404, 410: "Correct the URL, or upload the file before you send the push."
        case 429: "Try again later, and allow more requests to the media host."
        default: isPermanent ? "Check that the URL is right and public." : "Try again later."
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
            "The origin encoded the body as \"\(encoding.prefix(32))\", which was not requested. A phone may decode it; Attache "
                + "does not.",
            fix: "Serve media without Content-Encoding; they are compressed already."
        )
    }
}
