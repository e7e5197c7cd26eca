/// The evaluation of one payload, stage by stage; the best file to read first.
///
/// The eight stages are the eight numbered calls. Fetch, inspect and attach are in `MediaLoader`, which the cache and the
/// observers wrap; `SingleFlight` wraps the policy too.
package struct Pipeline: Sendable {
    private let payload: PayloadReader
    private let contexts: EvaluationContextResolver
    private let gate: Gate
    private let policy: RequestPolicy
    private let media: any MediaLoading
    private let singleFlight: SingleFlight
    private let rewrite: Rewriter
    private let rehost: Rehoster?
    private let emit: ResultEmitter
    private let time: any TimeSource

    package init(
        payload: PayloadReader,
        contexts: EvaluationContextResolver,
        gate: Gate,
        policy: RequestPolicy,
        media: any MediaLoading,
        singleFlight: SingleFlight,
        rewrite: Rewriter,
        rehost: Rehoster? = nil,
        emit: ResultEmitter,
        time: any TimeSource
    ) {
        self.payload = payload
        self.contexts = contexts
        self.gate = gate
        self.policy = policy
        self.media = media
        self.singleFlight = singleFlight
        self.rewrite = rewrite
        self.rehost = rehost
        self.emit = emit
        self.time = time
    }

    /// The policy of items for which neither they nor their caller name one.
    package var defaultPolicy: String { contexts.defaultPolicy }

    /// Returns a pipeline whose policy `apple` reads further media paths; both share their loads and cached verdicts.
    package func reading(mediaAt paths: [JSONPath]) -> Pipeline {
        guard !paths.isEmpty else { return self }
        let (contexts, policies) = contexts.reading(mediaAt: paths)
        return Pipeline(
            payload: payload,
            contexts: contexts,
            gate: Gate(policies: policies),
            policy: policy,
            media: media,
            singleFlight: singleFlight,
            rewrite: rewrite,
            rehost: rehost,
            emit: emit,
            time: time
        )
    }

    /// A pipeline whose items the observers do not see, for a look at a payload that is not sent; both share their loads
    /// and cached verdicts.
    package var unobserved: Pipeline {
        Pipeline(
            payload: payload,
            contexts: contexts,
            gate: gate,
            policy: policy,
            media: media,
            singleFlight: singleFlight,
            rewrite: rewrite,
            rehost: rehost,
            emit: ResultEmitter(),
            time: time
        )
    }

    /// Runs one item through all stages. Nothing is thrown: an item is either shown in some form or rejected.
    ///
    /// - Parameters:
    ///   - item: The item; its timeout runs from `arrival`.
    ///   - overrides: The caller's overrides of the configuration.
    /// - Returns: The result, which the observers have been given.
    package func run(_ item: InputItem, asked overrides: RequestOverrides = RequestOverrides()) async -> RewriteResult {
        switch begin(item, asked: overrides) {
        case .finished(let result): result
        case .needsMedia(let pending): await finish(pending)
        }
    }

    /// Runs one item without waiting; it completes when the verdicts on all its media are cached.
    ///
    /// - Parameters:
    ///   - item: The item; its timeout runs from `arrival`.
    ///   - overrides: The caller's overrides of the configuration.
    /// - Returns: The result, or the input of `finish`.
    package func begin(_ item: InputItem, asked overrides: RequestOverrides) -> BeginResult<PendingItem, RewriteResult>
    {
        // A result is a large value, which is not copied for observers that do not exist.
        guard emit.isObserved else { return evaluate(item, asked: overrides) }
        emit.begin(item)
        let result = evaluate(item, asked: overrides)
        guard case .finished(let finished) = result else { return result }
        return .finished(emit.emit(finished))
    }

    /// Runs the stages up to the first that must wait.
    private func evaluate(
        _ item: InputItem,
        asked overrides: RequestOverrides
    ) -> BeginResult<PendingItem, RewriteResult> {
        let notification: Notification
        let context: EvaluationContext
        do throws(RejectedPayload) {
            notification = try payload.read(item).get()  // 1. payload
            context = try contexts.context(for: notification, of: item, asked: overrides)
        } catch {
            return .finished(rewrite.reject(item, error, elapsed: elapsed(item)))
        }
        let basis = context.basis
        switch gate.decide(notification, under: basis.policy) {  // 2. gate
        case .stop(let stop):
            return .finished(
                rewrite.rewrite(notification, of: item, under: context, stop: stop, elapsed: elapsed(item))
            )
        case .media(let references, let warnings):
            var verdicts = VerdictCollection()
            if addKnown(references, under: context, to: &verdicts) {
                return .finished(end(item, notification, references, under: context, verdicts, warnings))
            }
            return .needsMedia(
                PendingItem(
                    item: item,
                    notification: notification,
                    context: context,
                    references: references,
                    warnings: warnings
                )
            )
        }
    }

    /// Loads the media of an item that `begin` could not complete.
    package func finish(_ pending: PendingItem) async -> RewriteResult {
        let context = pending.context
        var verdicts = VerdictCollection()
        let fallsBack = context.basis.policy.payload.fallsBack
        for reference in pending.references where !(fallsBack && !verdicts.attachments.isEmpty) {
            // All items that name the same URL under the same terms share one load.
            let key = SingleFlight.Key(reference, under: context)
            verdicts.add(
                await singleFlight.verdict(for: key, client: context.clientID, until: context.deadline) {
                    switch policy.permit(reference, under: context) {  // 3. policy
                    case .failure(let refusal):
                        MediaVerdict(reasons: refusal.reasons.map { $0.found(at: .policy) }).about(reference)
                    case .success(let request):
                        await media.load(request, unless: nil).verdict.about(reference)
                    }
                },
                of: reference
            )
        }
        return emit.emit(end(pending, verdicts))  // 8. emit
    }

    /// Completes an item without its media, at once.
    package func finishWithoutMedia(_ pending: PendingItem) -> RewriteResult {
        emit.emit(end(pending, VerdictCollection()))
    }

    /// The executor of the item's first media file; `nil` for the threads of Swift concurrency.
    package func executor(of pending: PendingItem) -> (any TaskExecutor)? {
        pending.references.first.flatMap(singleFlight.executor)
    }

    package var executors: PayloadExecutors { singleFlight.executors }

    /// Adds the verdicts on all media of an item, and returns whether every one of them is cached.
    private func addKnown(
        _ references: [MediaReference],
        under context: EvaluationContext,
        to verdicts: inout VerdictCollection
    ) -> Bool {
        let fallsBack = context.basis.policy.payload.fallsBack
        for reference in references where !(fallsBack && !verdicts.attachments.isEmpty) {
            guard let verdict = singleFlight.cached(reference, under: context) else { return false }
            verdicts.add(verdict, of: reference)
        }
        return true
    }

    private func end(_ pending: PendingItem, _ verdicts: VerdictCollection) -> RewriteResult {
        end(pending.item, pending.notification, pending.references, under: pending.context, verdicts, pending.warnings)
    }

    private func end(
        _ item: InputItem,
        _ notification: Notification,
        _ references: [MediaReference],
        under context: EvaluationContext,
        _ verdicts: VerdictCollection,
        _ warnings: [Reason]
    ) -> RewriteResult {
        let result = rewrite.rewrite(  // 7. rewrite
            notification,
            of: item,
            under: context,
            verdicts: verdicts,
            media: references,
            warnings: warnings,
            elapsed: elapsed(item)
        )
        // One file alone, under its own URL, was judged with its load.
        guard rehost != nil || verdicts.count > 1 else { return result }
        var settled = result
        let all = verdicts.all
        let sent = rehost?.apply(to: &settled, of: notification, zip(references, all))
        rewrite.settle(&settled, of: notification, under: context, all, sent: sent)
        return settled
    }

    private func elapsed(_ item: InputItem) -> Duration { item.arrival.duration(to: time.now) }
}

extension Pipeline: ItemProcessing {
    package func begin(_ item: InputItem) -> BeginResult<PendingItem, RewriteResult> {
        begin(item, asked: RequestOverrides())
    }
}

/// The stages fetch, inspect and attach for one permitted URL.
package struct MediaLoader: MediaLoading {
    private let policy: RequestPolicy
    private let fetch: MediaDownloader
    private let inspect: MediaExaminer
    private let attach: Attacher
    private let repairs: (any MediaRepairing)?
    private let time: any TimeSource

    package init(
        policy: RequestPolicy,
        fetch: MediaDownloader,
        inspect: MediaExaminer,
        attach: Attacher,
        repairs: (any MediaRepairing)? = nil,
        time: any TimeSource
    ) {
        self.policy = policy
        self.fetch = fetch
        self.inspect = inspect
        self.attach = attach
        self.repairs = repairs
        self.time = time
    }

    package func load(_ request: DownloadRequest, unless stale: StaleMedia?) async -> LoadedMedia {
        // libmagic loads its database during the transfer.
        async let preparation: Void = inspect.prepare()
        let download = await fetch.download(request, unless: stale?.validators)  // 4. fetch
        await preparation
        let verdict: MediaVerdict
        var supply = MediaSupply.transferred
        switch download.body {
        case .failure(let failure):
            verdict = MediaVerdict(reasons: failure.reasons.map { Self.located($0, request.context) } + download.notes)
        case .success(.received(let body)):
            if let refusal = body.refusal {
                verdict = await repair(body, refused: refusal, of: download, for: request)
            } else {
                verdict = await verify(body, of: download, for: request)
            }
        case .success(.unchanged):
            // Only validators, which come with a verdict, make the origin confirm a file.
            verdict = stale?.verdict ?? MediaVerdict(reasons: download.notes)
            supply = .revalidated
        }
        return complete(verdict, of: download, by: supply, for: request)
    }

    /// Adds what the download showed to its verdict.
    // Never inlined: its temporary values would lie in the frame of `load` for as long as the transfer takes.
    @inline(never)
    private func complete(
        _ verdict: MediaVerdict,
        of download: Download,
        by supply: MediaSupply,
        for request: DownloadRequest
    ) -> LoadedMedia {
        var verdict = verdict
        verdict.timing = download.timing
        verdict.facts = download.facts ?? verdict.facts
        var trace = TransferRecord(
            host: request.url.host.description,
            supply: supply,
            byteCount: verdict.attachment?.file.byteCount ?? 0,
            transfer: download.timing.total,
            status: download.status,
            receivedCount: download.timing.byteCount
        )
        verdict.repair?.url = RedactedURL.withoutSecrets(request.reference.text)
        trace.repair = verdict.repair
        verdict.trace = trace
        return LoadedMedia(verdict, exchanges: download.exchanges)
    }

    /// A download ends early when its first bytes have the wrong type; everything else that ends it is the transfer's.
    private static func located(_ reason: Reason, _ context: EvaluationContext) -> Reason {
        let located = reason.found(at: reason.code.stage == "type" ? .inspect : .fetch)
        guard reason.code == .fetchDeadline, context.hasShorterTimeout else { return located }
        return located.fixed(by: "Give more time (an extension has up to 30 s), or serve smaller media.")
    }

    private func verify(
        _ body: ReceivedBody,
        of download: Download,
        for request: DownloadRequest
    ) async -> MediaVerdict {
        let began = time.now
        let device = policy.device(
            for: download.route.timing,
            lookupCount: download.route.lookupCount,
            byteCount: body.byteCount,
            under: request.context
        )
        var verdict = MediaVerdict(reasons: download.notes, deviceTime: device.time)
        if let refusal = device.refusal {
            body.spool.discard()
            verdict.reasons.insert(refusal.found(at: .fetch), at: 0)
            return verdict
        }
        let rules = request.context.policy
        var stage = StageName.inspect
        let isRenamed = repairs != nil && body.warnings.contains { $0.code == .typeExtensionCorrected }
        do throws(Reason) {
            let media = try await inspect.examine(body, under: rules)  // 5. inspect
            verdict.reasons = media.warnings + verdict.reasons
            stage = .attach
            // 6. attach
            verdict.attachment = try await attach.attach(media, source: request.reference.text, under: rules)
            if isRenamed { verdict.repair = RepairRecord(renaming: verdict.attachment) }
        } catch {
            verdict.reasons.insert(error.found(at: stage), at: 0)
        }
        verdict.inspection = began.duration(to: time.now)
        return verdict
    }

    /// The verdict on a file that a device refuses; without repairs such a file is not received.
    private func repair(
        _ body: ReceivedBody,
        refused refusal: Reason,
        of download: Download,
        for request: DownloadRequest
    ) async -> MediaVerdict {
        guard let repairs else {
            body.spool.discard()
            return MediaVerdict(reasons: [refusal.found(at: .inspect)] + download.notes)
        }
        let began = time.now
        var verdict = await repairs.repair(body, refused: refusal, for: request)
        verdict.reasons += download.notes
        // The device loads what is sent to it.
        let device = policy.device(
            for: download.route.timing,
            lookupCount: download.route.lookupCount,
            byteCount: verdict.attachment?.byteCount ?? body.byteCount,
            under: request.context
        )
        verdict.deviceTime = device.time
        if verdict.attachment != nil, let refusal = device.refusal {
            verdict.attachment = nil
            verdict.reasons.insert(refusal.found(at: .fetch), at: 0)
        }
        verdict.inspection = began.duration(to: time.now)
        return verdict
    }
}
