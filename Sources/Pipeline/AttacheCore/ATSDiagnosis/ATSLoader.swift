import AttacheSystem

/// A loader that behaves like a device under a dictionary: it follows redirects and does not read bodies.
package struct ATSLoader: Sendable {
    private let fetcher: any MediaFetching
    private let canonicalizer: any HostCanonicalizing
    private let egress: EgressPolicy

    package init(fetcher: any MediaFetching, canonicalizer: any HostCanonicalizing, egress: EgressPolicy) {
        self.fetcher = fetcher
        self.canonicalizer = canonicalizer
        self.egress = egress
    }

    /// Makes one load; a failure is part of the result.
    package func load(_ url: MediaURL, under dictionary: ATSDictionary, by deadline: Deadline) async -> ATSLoadResult {
        let ats = ATSEvaluator(dictionary)
        let hops = HopRules(egress: egress, ats: ats)
        let url = hops.loaded(url)
        let recorder = SessionRecorder(ConnectionRules(egress: egress, ats: ats), host: url.host)
        var result = ATSLoadResult(reasons: hops.judge(url, after: nil), url: url)
        guard result.passes else { return result }
        for redirectCount in 0...RedirectRule.deviceLimit {
            let fetched = await fetcher.fetch(
                FetchRequest(url: result.url, deadline: deadline, judge: recorder),
                into: HeadReceiver()
            )
            result.connectionCount += fetched.timing.connectionCount
            result.session = recorder.session
            result.address = recorder.address
            switch fetched {
            case .failure(let failure):
                result.reasons = failure.reasons + result.reasons
                return result
            case .success(let response):
                result.reasons += response.notes.filter { !result.reasons.contains($0) }
                guard RedirectRule.statuses.contains(response.head.status) else { return result }
                let rule = RedirectRule(limit: RedirectRule.deviceLimit, canonicalizer: canonicalizer)
                switch rule.next(after: result.url, head: response.head, redirectCount: redirectCount, judge: hops) {
                case .success(let next):
                    result.url = next
                case .failure(let refusal):
                    result.reasons = refusal.reasons + result.reasons
                    // An exception would have to name the refused target.
                    result.url = target(of: response.head, after: result.url) ?? result.url
                    return result
                }
            }
        }
        return result
    }

    private func target(of head: ResponseHead, after url: MediaURL) -> MediaURL? {
        guard let location = head.values("Location").first else { return nil }
        return try? url.redirected(to: location, canonicalizer: canonicalizer)
    }
}

/// A judge that forwards to another and records the session and the address of one host.
final class SessionRecorder: ConnectionJudging {
    private struct Record {
        var session: TLSSession?
        var address: IPAddress?
    }

    private let judge: any ConnectionJudging
    private let host: MediaHost
    private let record = Locked(Record())

    init(_ judge: any ConnectionJudging, host: MediaHost) {
        self.judge = judge
        self.host = host
    }

    /// The last session with the host.
    var session: TLSSession? { record.withLock { $0.session } }
    /// The last dialled address of the host.
    var address: IPAddress? { record.withLock { $0.address } }

    func judge(addresses: [IPAddress], for url: MediaURL) -> AddressVerdict {
        judge.judge(addresses: addresses, for: url)
    }

    func refusal(dialling address: IPAddress, port: Int, for url: MediaURL) -> Reason? {
        if url.host == host { record.withLock { $0.address = address } }
        return judge.refusal(dialling: address, port: port, for: url)
    }

    func offer(for url: MediaURL) -> TLSOffer { judge.offer(for: url) }

    func refusals(of session: TLSSession, for url: MediaURL) -> [Reason] {
        if url.host == host { record.withLock { $0.session = session } }
        return judge.refusals(of: session, for: url)
    }

    func notes(on session: TLSSession, for url: MediaURL) -> [Reason] { judge.notes(on: session, for: url) }
}

/// A receiver that ends a transfer after the response head, which decides whether a resource loads.
final class HeadReceiver: ResponseReceiving {
    func receive(head: ResponseHead) -> TransferDecision { .discard }

    func receive(body bytes: Span<UInt8>) -> TransferDecision { .discard }
}
