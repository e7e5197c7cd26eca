/// The fetch stage: follows redirects itself, so that every hop is checked, and retries a transient failure once.
package struct MediaDownloader: Sendable {
    /// Delay before the retry.
    package static let retryDelay = Duration.milliseconds(250)

    private let fetcher: any MediaFetching
    private let store: any MediaStoring
    private let detector: (any TypeDetecting)?
    private let repairs: RepairRules?
    private let canonicalizer: any HostCanonicalizing
    private let time: any TimeSource
    private let circuitBreaker: HostCircuitBreaker
    /// Clock for cached responses; `nil` disables the recording of response heads.
    private let wall: (any WallTimeSource)?

    package init(
        fetcher: any MediaFetching,
        store: any MediaStoring,
        detector: (any TypeDetecting)? = nil,
        repairs: RepairRules? = nil,
        canonicalizer: any HostCanonicalizing,
        time: any TimeSource,
        circuitBreaker: HostCircuitBreaker = HostCircuitBreaker(),
        wall: (any WallTimeSource)? = nil
    ) {
        self.fetcher = fetcher
        self.store = store
        self.detector = detector
        self.repairs = repairs
        self.canonicalizer = canonicalizer
        self.time = time
        self.circuitBreaker = circuitBreaker
        self.wall = wall
    }

    /// Downloads a media file and returns its body on disk, or the failure; never throws.
    package func download(_ request: DownloadRequest, unless validators: Validators? = nil) async -> Download {
        let began = time.now
        let download = await attempts(request, unless: validators, since: began)
        let now = time.now
        circuitBreaker.note(download, for: request.context.clientID, after: began.duration(to: now), at: now)
        return download
    }

    private func attempts(
        _ request: DownloadRequest,
        unless validators: Validators?,
        since began: ContinuousClock.Instant
    ) async -> Download {
        let first = await attempt(request, unless: validators)
        guard isWorthRetrying(first, request, since: began) else { return first }
        do {
            try await time.sleep(until: time.now.advanced(by: Self.retryDelay))
        } catch {
            return Self.cancelled(first)
        }
        return Self.retried(first, with: await attempt(request, unless: validators))
    }

    /// The state of an attempt between two hops.
    private struct Hops {
        /// The URL of the next request.
        var url: MediaURL
        var timing = TransferTiming()
        var route = DeviceRoute()
        var notes: [Reason]
        var exchanges: [ResponseExchange] = []
        var validators: Validators?
        var redirectCount = 0

        /// A validator is sent only to the URL that issued it.
        var asked: Validators? { validators.flatMap { $0.url == url.text ? $0 : nil } }
    }

    // What does not wait is in functions that are never inlined: their temporary values would lie in the frame of this
    // function for as long as the transfer takes.
    private func attempt(_ request: DownloadRequest, unless validators: Validators?) async -> Download {
        var hops = Hops(url: request.url, notes: request.notes, validators: validators)
        while true {
            if let refused = refused(hops, request) { return refused }
            let (fetch, receiver) = next(hops, request)
            let sent = wall?.secondsSinceEpoch
            let result = await fetcher.fetch(fetch, into: receiver)
            if let download = take(result, receiver, sent: sent, request, &hops) { return download }
        }
    }

    /// The failure of a hop to a host that is left alone for a while; `nil` for another host.
    @inline(never)
    private func refused(_ hops: Hops, _ request: DownloadRequest) -> Download? {
        guard let reason = circuitBreaker.refusal(of: hops.url, for: request.context.clientID, at: time.now) else {
            return nil
        }
        let body = Result<DownloadedBody, FetchFailure>.failure(FetchFailure(.failed, [reason]))
        return Download(body: body, url: hops.url, timing: hops.timing, route: hops.route, notes: request.notes)
    }

    @inline(never)
    private func next(_ hops: Hops, _ request: DownloadRequest) -> (FetchRequest, MediaReceiver) {
        (
            FetchRequest(
                url: hops.url,
                deadline: request.context.deadline,
                judge: request.connections,
                throttle: request.throttle,
                validators: hops.asked,
                clientID: request.context.clientID
            ),
            MediaReceiver(
                url: request.url,
                policy: request.context.policy,
                store: store,
                detector: detector,
                repairs: repairs,
                isConditional: hops.asked != nil,
                client: request.context.clientID
            )
        )
    }

    /// Adds a response to the hops; returns the download when it was the last.
    @inline(never)
    private func take(
        _ result: FetchResult,
        _ receiver: MediaReceiver,
        sent: Int?,
        _ request: DownloadRequest,
        _ hops: inout Hops
    ) -> Download? {
        let hop = hops.url
        if let wall, let sent, let head = receiver.head {
            hops.exchanges.append(
                ResponseExchange(url: hop.text, head: head, sent: sent, received: wall.secondsSinceEpoch)
            )
        }
        let step = follow(
            result,
            from: hop,
            receiver: receiver,
            redirectCount: hops.redirectCount,
            request: request,
            asked: hops.asked
        )
        hops.timing += result.timing
        hops.timing.byteCount += receiver.byteCount
        hops.route.add(hop, result.timing)
        if case .success(let response) = result {
            let known = hops.notes
            hops.notes += response.notes.filter { !known.contains($0) }
        }
        switch step {
        case .next(let url):
            hops.url = url
            hops.redirectCount += 1
            return nil
        case .again:
            hops.validators = nil
            hops.exchanges.removeLast(min(1, hops.exchanges.count))
            return nil
        case .end(let body):
            // A body that was refused may have arrived whole.
            let isWhole = if case .success = result { true } else { false }
            let facts: ResponseFacts? =
                switch body {
                case .success(.received(let received)): receiver.head.map { ResponseFacts($0, of: hop, received) }
                case .success(.unchanged): nil
                case .failure: receiver.facts(of: hop, isWhole: isWhole)
                }
            return Download(
                body: body,
                url: hop,
                timing: hops.timing,
                route: hops.route,
                notes: hops.notes,
                status: receiver.head?.status,
                exchanges: hops.exchanges,
                facts: facts
            )
        }
    }

    private enum Step {
        case next(MediaURL)
        /// The same URL, without a conditional request.
        case again
        case end(Result<DownloadedBody, FetchFailure>)
    }

    private func follow(
        _ result: FetchResult,
        from hop: MediaURL,
        receiver: MediaReceiver,
        redirectCount: Int,
        request: DownloadRequest,
        asked: Validators?
    ) -> Step {
        switch result {
        case .failure(var failure):
            receiver.discard()
            if failure.reasons.first?.code == .fetchStatus, request.context.policy.fetch.status == .any {
                failure.reasons.append(Self.statusIgnored(request.context.policy))
            }
            return .end(.failure(failure))
        case .success(let response) where RedirectRule.statuses.contains(response.head.status):
            receiver.discard()
            let rule = RedirectRule(limit: request.context.policy.fetch.redirectLimit, canonicalizer: canonicalizer)
            switch rule.next(after: hop, head: response.head, redirectCount: redirectCount, judge: request.hops) {
            case .success(let url): return .next(url)
            case .failure(let refusal): return .end(.failure(FetchFailure(.failed, refusal.reasons)))
            }
        case .success(let response):
            if let asked, response.head.status == 304 {
                receiver.discard()
                // A 304 for another version does not confirm the cached one.
                return asked.isConfirmed(by: response.head) ? .end(.success(.unchanged)) : .again
            }
            return .end(receiver.finish().map { .received($0) }.mapError { FetchFailure(.failed, [$0]) })
        }
    }

    @inline(never)
    private func isWorthRetrying(
        _ download: Download,
        _ request: DownloadRequest,
        since began: ContinuousClock.Instant
    ) -> Bool {
        guard case .failure(let failure) = download.body, failure.kind == .failed, let headline = failure.reasons.first,
            !headline.isPermanent,
            headline.code.stage == "fetch", headline.code != .fetchHostCooling,
            let left = request.context.deadline.remaining(at: time.now)
        else { return false }
        return left - Self.retryDelay >= began.duration(to: request.context.deadline.instant) / 4
    }

    @inline(never)
    private static func cancelled(_ download: Download) -> Download {
        let reason = Reason(.fetchCancelled, "The request was cancelled before the download ended.")
        var download = download
        download.body = .failure(FetchFailure(.cancelled, [reason]))
        return download
    }

    /// The second attempt with the times of the first one, and a note about its failure.
    @inline(never)
    private static func retried(_ first: Download, with second: Download) -> Download {
        var download = second
        download.timing += first.timing
        if case .failure(let failure) = first.body {
            let message = failure.reasons.first?.message ?? ""
            download.notes.append(Reason(.fetchRetried, "A first attempt failed: \(message)"))
        }
        return download
    }

    private static func statusIgnored(_ policy: Policy) -> Reason {
        Reason(
            .fetchStatusIgnored,
            "The extension of \"\(policy.name)\" does not check the status; a device would save the error page."
        )
    }
}
