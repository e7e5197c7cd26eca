/// The evaluation of one payload, stage by stage; the best file to read first.
package struct Pipeline: Sendable {
    private let payload: PayloadReader
    private let terms: EvaluationContextResolver
    private let gate: Gate
    private let policy: RequestPolicy
    private let fetch: MediaDownloader
    private let inspect: MediaExaminer
    private let attach: Attacher
    private let rewrite: Rewriter
    private let singleFlight: SingleFlight
    private let cache: MediaCache?
    private let time: any TimeSource
    private let observation: ObserverNotifier

    package init(
        payload: PayloadReader,
        terms: EvaluationContextResolver,
        gate: Gate,
        policy: RequestPolicy,
        fetch: MediaDownloader,
        inspect: MediaExaminer,
        attach: Attacher,
        rewrite: Rewriter,
        singleFlight: SingleFlight,
        cache: MediaCache? = nil,
        time: any TimeSource,
        observers: [any AttacheObserver] = []
    ) {
        self.payload = payload
        self.terms = terms
        self.gate = gate
        self.policy = policy
        self.fetch = fetch
        self.inspect = inspect
        self.attach = attach
        self.rewrite = rewrite
        self.singleFlight = singleFlight
        self.cache = cache
        self.time = time
        observation = ObserverNotifier(observers)
    }

    /// Processes one item. Nothing is thrown: an item is either shown in some form or rejected.
    ///
    /// - Parameters:
    ///   - item: The item; its timeout runs from `arrival`.
    ///   - request: The caller's overrides of the configuration.
    /// - Returns: The result to emit.
    package func process(_ item: InputItem, asked request: RequestOverrides = RequestOverrides()) async -> RewriteResult
    {
        switch begin(item, asked: request) {
        case .finished(let result): result
        case .needsMedia(let prepared): await finish(prepared)
        }
    }

    /// Processes one item without waiting; it completes when the verdicts on all its media are cached.
    ///
    /// - Parameters:
    ///   - item: The item; its timeout runs from `arrival`.
    ///   - request: The caller's overrides of the configuration.
    /// - Returns: The result, or the input of `finish`.
    package func begin(_ item: InputItem, asked request: RequestOverrides) -> BeginResult<PendingItem> {
        observation.begin(item)
        switch read(item, asked: request) {
        case .failure(let rejection):
            return .finished(observation.finish(rewrite.reject(item, rejection, elapsed: elapsed(item))))
        case .success(let (notification, terms)):
            switch gate.decide(notification, under: terms.basis.policy) {
            case .stop(let stop):
                return .finished(
                    observation.finish(
                        rewrite.rewrite(notification, of: item, under: terms, stop: stop, elapsed: elapsed(item))
                    )
                )
            case .proceed(let references, let warnings):
                let prepared = PendingItem(
                    item: item,
                    notification: notification,
                    terms: terms,
                    references: references,
                    warnings: warnings
                )
                guard let verdicts = cached(prepared) else { return .needsMedia(prepared) }
                return .finished(result(prepared, verdicts))
            }
        }
    }

    /// Downloads the media of an item that `begin` could not complete.
    package func finish(_ prepared: PendingItem) async -> RewriteResult {
        var verdicts = VerdictCollection()
        for reference in prepared.references {
            verdicts.add(await verdict(on: reference, under: prepared.terms))
        }
        return result(prepared, verdicts)
    }

    /// The verdicts on all media of an item, when every one of them is cached.
    private func cached(_ prepared: PendingItem) -> VerdictCollection? {
        var verdicts = VerdictCollection()
        for reference in prepared.references {
            guard let verdict = singleFlight.cached(reference, under: prepared.terms) else { return nil }
            verdicts.add(verdict)
        }
        return verdicts
    }

    private func result(_ prepared: PendingItem, _ verdicts: VerdictCollection) -> RewriteResult {
        observation.finish(
            rewrite.rewrite(
                prepared.notification,
                of: prepared.item,
                under: prepared.terms,
                verdicts: verdicts,
                warnings: prepared.warnings,
                elapsed: elapsed(prepared.item)
            ),
            media: prepared.references
        )
    }

    private func read(
        _ item: InputItem,
        asked request: RequestOverrides
    ) -> Result<(Notification, EvaluationContext), RejectedPayload> {
        switch payload.read(item) {
        case .rejected(let rejection): .failure(rejection)
        case .notification(let notification):
            terms.terms(for: notification, of: item, asked: request).map { (notification, $0) }
        }
    }

    /// One download for all items that name the same URL under the same terms.
    private func verdict(on reference: MediaReference, under terms: EvaluationContext) async -> MediaVerdict {
        let key = SingleFlight.Key(
            text: reference.text,
            policy: terms.policy.name,
            network: terms.network.name,
            typeHint: reference.typeHint
        )
        return await singleFlight.verdict(for: key, until: terms.deadline) {
            await load(reference, under: terms)
        }
    }

    private func load(_ reference: MediaReference, under terms: EvaluationContext) async -> MediaVerdict {
        switch policy.permit(reference, under: terms) {
        case .refused(let reasons):
            return MediaVerdict(reasons: reasons)
        case .permitted(let request):
            guard let cache else { return await transfer(request, from: reference, under: terms).verdict }
            return await cache.verdict(on: reference, under: terms) { [request] stale in
                var request = request
                request.stale = stale
                return await transfer(request, from: reference, under: terms)
            }
        }
    }

    private func transfer(
        _ request: DownloadRequest,
        from reference: MediaReference,
        under terms: EvaluationContext
    ) async -> (verdict: MediaVerdict, download: Download) {
        // libmagic loads its database during the transfer.
        async let preparation: Void = inspect.prepare()
        let download = await fetch.download(request)
        await preparation
        var verdict: MediaVerdict
        var supply = MediaSupply.transferred
        switch download.body {
        case .failure(let failure):
            verdict = MediaVerdict(reasons: failure.reasons + download.notes, timing: download.timing)
        case .success(.received(let body)):
            verdict = await keep(body, of: download, from: reference, under: terms)
        case .success(.unchanged(let stale)):
            verdict = stale
            verdict.timing = download.timing
            supply = .revalidated
        }
        verdict.trace = TransferRecord(
            host: request.url.host.description,
            supply: supply,
            byteCount: verdict.attachment?.file.byteCount ?? 0,
            transfer: verdict.timing.total
        )
        observation.transfer(request.url, verdict)
        return (verdict, download)
    }

    private func keep(
        _ body: ReceivedBody,
        of download: Download,
        from reference: MediaReference,
        under terms: EvaluationContext
    ) async -> MediaVerdict {
        let began = time.now
        let device = policy.device(for: download, byteCount: body.byteCount, under: terms)
        var verdict = MediaVerdict(reasons: download.notes, timing: download.timing, deviceTime: device.time)
        if let refusal = device.refusal {
            body.spool.discard()
            verdict.reasons.insert(refusal, at: 0)
            return verdict
        }
        switch await inspect.examine(body, under: terms.policy) {
        case .failure(let refused):
            verdict.reasons.insert(refused, at: 0)
        case .success(let media):
            verdict.reasons = media.warnings + verdict.reasons
            switch await attach.attach(media, source: reference.text, under: terms.policy) {
            case .failure(let refused): verdict.reasons.insert(refused, at: 0)
            case .success(let attachment): verdict.attachment = attachment
            }
        }
        verdict.inspection = began.duration(to: time.now)
        return verdict
    }

    private func elapsed(_ item: InputItem) -> Duration { item.arrival.duration(to: time.now) }
}

extension Pipeline: ItemProcessing {
    package func begin(_ item: InputItem) -> BeginResult<PendingItem> { begin(item, asked: RequestOverrides()) }
}
