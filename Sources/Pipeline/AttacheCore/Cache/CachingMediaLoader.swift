/// Where files that this machine lacks come from, other than their origin.
package protocol MediaRestoring: Sendable {
    /// Brings the file of an attachment into the store of this machine.
    ///
    /// - Parameters:
    ///   - attachment: An attachment of a cached verdict.
    ///   - client: Who needs it, as a number, or 0.
    ///   - deadline: When the caller gives up.
    /// - Returns: The stored file; `nil` when there is no copy, or it did not arrive in time.
    func restore(_ attachment: Attachment, for client: Int, until deadline: Deadline) async -> StoredFile?
}

/// A private HTTP cache (RFC 9111) of media verdicts that lasts from run to run.
package struct CachingMediaLoader: MediaLoading {
    private let base: any MediaLoading
    private let memory: any MediaCacheStore
    private let store: any MediaStoring
    private let copies: (any MediaRestoring)?
    private let fingerprints: ContextFingerprinter
    private let digester: any ContentDigesting
    private let clock: any WallTimeSource
    private let failures: VerdictLifetime

    /// Creates a cache; `copies` has files that other machines have loaded.
    package init(
        _ base: any MediaLoading,
        memory: any MediaCacheStore,
        store: any MediaStoring,
        copies: (any MediaRestoring)? = nil,
        fingerprints: ContextFingerprinter,
        digester: any ContentDigesting,
        clock: any WallTimeSource,
        failures: VerdictLifetime
    ) {
        self.base = base
        self.memory = memory
        self.store = store
        self.copies = copies
        self.fingerprints = fingerprints
        self.digester = digester
        self.clock = clock
        self.failures = failures
    }

    /// Returns the cached verdict while it is fresh, otherwise the result of the wrapped loader, which revalidates the
    /// stale file if there is one.
    package func load(_ request: DownloadRequest, unless stale: StaleMedia? = nil) async -> LoadedMedia {
        let fingerprint = fingerprints.fingerprint(of: request.context.policy, on: request.context.network)
        let key = CacheKey(request.reference, under: fingerprint, digester: digester)
        let known = await memory.lookUp(key)
        let client = request.context.clientID
        if let failure = known.failure, failure.isFresh(at: clock.secondsSinceEpoch, for: client) {
            return LoadedMedia(failure.verdict)
        }
        var kept = known.media
        var stale = stale
        if let media = known.media {
            // The index entry is valid only if the file still exists.
            if let found = await file(of: media.attachment, for: client, until: request.context.deadline) {
                if media.response.window.isFresh(at: clock.secondsSinceEpoch) {
                    return LoadedMedia(media.verdict(found, source: request.reference.text, supply: .cached))
                }
                stale = media.response.validators.map { validators in
                    let verdict = media.verdict(found, source: request.reference.text, supply: .revalidated)
                    return StaleMedia(validators: validators, verdict: verdict)
                }
            } else {
                memory.noteMissingFile(key)
                kept = nil
            }
        }
        let loaded = await base.load(request, unless: stale)
        save(loaded, as: key, before: kept, for: client)
        return loaded
    }

    private func file(of attachment: Attachment, for client: Int, until deadline: Deadline) async -> StoredFile? {
        let fileExtension = attachment.fileExtension
        if let file = await store.reuse(attachment.file, fileExtension: fileExtension, for: client) { return file }
        return await copies?.restore(attachment, for: client, until: deadline)
    }

    // Never inlined, as are the verdicts of entries.
    @inline(never)
    private func save(_ loaded: LoadedMedia, as key: CacheKey, before: CachedMedia?, for client: Int) {
        let verdict = loaded.verdict
        let chain = ResponseChain(loaded.exchanges)
        guard let attachment = verdict.attachment else {
            return saveFailure(verdict, of: chain, as: key, for: client)
        }
        // A response that is neither fresh nor can be revalidated is useless.
        guard let response = chain.kept(stale: before?.response),
            response.window.isFresh(at: response.window.from) || response.validators != nil
        else { return memory.remove(key) }
        let media = CachedMedia(
            attachment: attachment,
            reasons: verdict.reasons,
            deviceTime: verdict.deviceTime,
            host: verdict.trace?.host,
            // A revalidation is short; the time saved by the cache is that of the original transfer.
            transfer: (verdict.trace?.supply == .revalidated ? before?.transfer : verdict.trace?.transfer) ?? .zero,
            response: response,
            facts: verdict.facts,
            repair: verdict.repair
        )
        memory.save(media, as: key)
    }

    private func saveFailure(_ verdict: MediaVerdict, of chain: ResponseChain, as key: CacheKey, for client: Int) {
        guard let headline = verdict.reasons.first, !verdict.isOutOfTime,
            !ReasonCode.uncacheable.contains(headline.code)
        else { return }
        let window = failures.window(isPermanent: headline.isPermanent, now: clock.secondsSinceEpoch)
        guard let window, !chain.forbidsStoring else {
            // A permanent failure invalidates the earlier file even if the failure itself is not cached.
            if headline.isPermanent { memory.remove(key) }
            return
        }
        let failure = CachedFailure(
            reasons: verdict.reasons,
            deviceTime: verdict.deviceTime,
            host: verdict.trace?.host,
            transfer: verdict.trace?.transfer ?? .zero,
            window: window,
            client: client,
            facts: verdict.facts,
            repair: verdict.repair
        )
        memory.save(failure, as: key)
    }
}

extension ReasonCode {
    /// Whether this machine refused a URL that the phone may load.
    package var isRefusalHere: Bool { stage == "egress" || [.urlPort, .urlHostLocal].contains(self) }

    /// Failures of this machine, independent of the payload and the media; a retry may succeed.
    package static let localFailures: [ReasonCode] = [
        .fetchNoSocket, .attachStoreFailed, .attachStoreFull, .attachUploadFailed, .typeInspectorFailed,
    ]

    /// Failures whose items are processed again by a resumed run, since nothing is known about their media.
    package static let retriedOnResume: [ReasonCode] = [.fetchHostCooling] + localFailures

    /// Failures that concern a single moment or caller and are never cached.
    package static let uncacheable: [ReasonCode] = [.fetchDeadline, .fetchCancelled, .fetchHostCooling] + localFailures
}
