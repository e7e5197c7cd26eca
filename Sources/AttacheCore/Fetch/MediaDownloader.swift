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
        circuitBreaker.note(download, after: began.duration(to: now), at: now)
        return download
    }

    private func attempts(
        _ request: DownloadRequest,
        unless validators: Validators?,
        since began: ContinuousClock.Instant
    ) async -> Download {
        var download = await attempt(request, unless: validators)
        guard case .failure(let failure) = download.body, isWorthRetrying(failure, request, since: began) else {
            return download
        }
        do {
            try await time.sleep(until: time.now.advanced(by: Self.retryDelay))
        } catch {
            download.body = .failure(FetchFailure(.cancelled, [Self.cancelled]))
            return download
        }
        var second = await attempt(request, unless: validators)
        second.timing += download.timing
        second.notes.append(Self.retried(failure))
        return second
    }

    private func attempt(_ request: DownloadRequest, unless validators: Validators?) async -> Download {
        var hop = request.url
        var timing = TransferTiming()
        var route = DeviceRoute()
        var notes = request.notes
        var exchanges: [ResponseExchange] = []
        var validators = validators
        var redirectCount = 0
        while true {
            if let reason = circuitBreaker.refusal(of: hop, at: time.now) {
                let body = Result<DownloadedBody, FetchFailure>.failure(FetchFailure(.failed, [reason]))
                return Download(body: body, url: hop, timing: timing, route: route, notes: request.notes)
            }
            // A validator is sent only to the URL that issued it.
            let asked = validators.flatMap { $0.url == hop.text ? $0 : nil }
            let receiver = MediaReceiver(
                url: request.url,
                policy: request.context.policy,
                store: store,
                detector: detector,
                repairs: repairs,
                isConditional: asked != nil
            )
            let sent = wall?.secondsSinceEpoch
            let result = await fetcher.fetch(
                FetchRequest(
                    url: hop,
                    deadline: request.context.deadline,
                    judge: request.connections,
                    throttle: request.throttle,
                    validators: asked,
                    clientID: request.context.clientID
                ),
                into: receiver
            )
            if let wall, let sent, let head = receiver.head {
                exchanges.append(
                    ResponseExchange(url: hop.text, head: head, sent: sent, received: wall.secondsSinceEpoch)
                )
            }
            let step = follow(
                result,
                from: hop,
                receiver: receiver,
                redirectCount: redirectCount,
                request: request,
                asked: asked
            )
            timing += result.timing
            timing.byteCount += receiver.byteCount
            route.add(hop, result.timing)
            if case .success(let response) = result { notes += response.notes.filter { !notes.contains($0) } }
            switch step {
            case .next(let url):
                hop = url
                redirectCount += 1
            case .again:
                validators = nil
                exchanges.removeLast(min(1, exchanges.count))
            case .end(let body):
                var facts: ResponseFacts?
                switch body {
                case .success(.received(let received)):
                    facts = receiver.head.map { ResponseFacts($0, of: hop, received) }
                case .success(.unchanged): break
                case .failure: facts = receiver.facts(of: hop, isWhole: isWhole(result))
                }
                return Download(
                    body: body,
                    url: hop,
                    timing: timing,
                    route: route,
                    notes: notes,
                    status: receiver.head?.status,
                    exchanges: exchanges,
                    facts: facts
                )
            }
        }
    }

    /// Whether a body that was refused had arrived whole.
    private func isWhole(_ result: FetchResult) -> Bool {
        if case .success = result { true } else { false }
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

    private func isWorthRetrying(
        _ failure: FetchFailure,
        _ request: DownloadRequest,
        since began: ContinuousClock.Instant
    ) -> Bool {
        guard failure.kind == .failed, let headline = failure.reasons.first, !headline.isPermanent,
            headline.code.stage == "fetch", headline.code != .fetchHostCooling,
            let left = request.context.deadline.remaining(at: time.now)
        else { return false }
        return left - Self.retryDelay >= began.duration(to: request.context.deadline.instant) / 4
    }

    private static let cancelled = Reason(.fetchCancelled, "The request was cancelled before the download ended.")

    private static func retried(_ failure: FetchFailure) -> Reason {
        Reason(.fetchRetried, "A first attempt failed: \(failure.reasons.first?.message ?? "")")
    }

    private static func statusIgnored(_ policy: Policy) -> Reason {
        Reason(
            .fetchStatusIgnored,
            "The extension of \"\(policy.name)\" does not check the status; a device would save the error page."
        )
    }
}
