/// Gives verdicts of earlier runs where they still hold, and remembers new ones: the private cache of RFC 9111.
package struct CachingMediaLoader: MediaLoading {
    private let base: any MediaLoading
    private let memory: any MediaCacheStore
    private let store: any MediaStoring
    private let fingerprints: ContextFingerprinter
    private let digester: any ContentDigesting
    private let clock: any WallTimeSource
    private let failures: FailureLifetime

    /// Puts the cache together.
    ///
    /// - Parameters:
    ///   - base: Loads what is not remembered, and asks about what is no longer fresh.
    ///   - memory: Where verdicts are remembered.
    ///   - store: Where the files are.
    ///   - fingerprints: Tells terms apart.
    ///   - digester: Hashes keys.
    ///   - clock: The time of day.
    ///   - failures: How long failures are taken for granted.
    package init(
        _ base: any MediaLoading,
        memory: any MediaCacheStore,
        store: any MediaStoring,
        fingerprints: ContextFingerprinter,
        digester: any ContentDigesting,
        clock: any WallTimeSource,
        failures: FailureLifetime
    ) {
        self.base = base
        self.memory = memory
        self.store = store
        self.fingerprints = fingerprints
        self.digester = digester
        self.clock = clock
        self.failures = failures
    }

    package func load(_ request: DownloadRequest, unless stale: StaleMedia? = nil) async -> LoadedMedia {
        let fingerprint = fingerprints.fingerprint(of: request.context.policy, on: request.context.network)
        let key = CacheKey(request.reference, under: fingerprint, digester: digester)
        let (media, failure) = await memory.lookUp(key)
        if let failure, failure.window.isFresh(at: clock.secondsSinceEpoch) { return LoadedMedia(failure.verdict) }
        var kept = media
        var stale = stale
        if let media {
            // A name in the index is worth as much as the file behind it.
            let file = media.attachment.file
            if let found = await store.reuse(file, fileExtension: media.attachment.fileExtension) {
                if media.response.window.isFresh(at: clock.secondsSinceEpoch) {
                    return LoadedMedia(media.verdict(found, source: request.reference.text, supply: .cached))
                }
                stale = media.response.validators.map { validators in
                    let verdict = media.verdict(found, source: request.reference.text, supply: .revalidated)
                    return StaleMedia(validators: validators, verdict: verdict)
                }
            } else {
                memory.remove(key)
                kept = nil
            }
        }
        let loaded = await base.load(request, unless: stale)
        save(loaded, as: key, before: kept)
        return loaded
    }

    private func save(_ loaded: LoadedMedia, as key: CacheKey, before: CachedMedia?) {
        let verdict = loaded.verdict
        let chain = ResponseChain(loaded.exchanges)
        guard let attachment = verdict.attachment else {
            return saveFailure(verdict, of: chain, as: key)
        }
        // What is neither fresh nor can be asked about is of no use to anybody.
        guard let response = chain.kept(stale: before?.response),
            response.window.isFresh(at: response.window.from) || response.validators != nil
        else { return memory.remove(key) }
        let media = CachedMedia(
            attachment: attachment,
            reasons: verdict.reasons,
            deviceTime: verdict.deviceTime,
            host: verdict.trace?.host,
            // Asking whether a file still stands is quick; what it saves is the transfer that brought it.
            transfer: (verdict.trace?.supply == .revalidated ? before?.transfer : verdict.trace?.transfer) ?? .zero,
            response: response
        )
        memory.save(media, as: key)
    }

    private func saveFailure(_ verdict: MediaVerdict, of chain: ResponseChain, as key: CacheKey) {
        guard let headline = verdict.reasons.first, !ReasonCode.uncacheable.contains(headline.code) else { return }
        let window = failures.window(isPermanent: headline.isPermanent, now: clock.secondsSinceEpoch)
        guard let window, !chain.forbidsStoring else {
            // Even so it is known that the file before it is gone for good.
            if headline.isPermanent { memory.remove(key) }
            return
        }
        let failure = CachedFailure(
            reasons: verdict.reasons,
            deviceTime: verdict.deviceTime,
            host: verdict.trace?.host,
            transfer: verdict.trace?.transfer ?? .zero,
            window: window
        )
        memory.save(failure, as: key)
    }
}

/// How long failures are taken for granted before the origin is asked again.
package struct FailureLifetime: Sendable, Equatable {
    /// For failures that a later try cannot help, such as a wrong type.
    package var permanent: Duration
    /// For failures that may pass, such as a refused connection.
    package var transient: Duration

    /// Creates lifetimes; zero remembers nothing.
    ///
    /// - Parameters:
    ///   - permanent: For failures that a later try cannot help.
    ///   - transient: For failures that may pass.
    package init(permanent: Duration = .seconds(600), transient: Duration = .seconds(30)) {
        self.permanent = permanent
        self.transient = transient
    }

    /// When a failure is taken for granted.
    ///
    /// - Parameters:
    ///   - isPermanent: Whether a later try cannot help.
    ///   - now: Seconds since 1970.
    /// - Returns: The window, in whole seconds, a begun one counting; `nil` when it is not remembered at all.
    func window(isPermanent: Bool, now: Int) -> FreshnessWindow? {
        let lifetime = isPermanent ? permanent : transient
        guard lifetime > .zero else { return nil }
        let (seconds, rest) = lifetime.components
        return FreshnessWindow(from: now, until: now + Int(min(seconds, 1 << 40)) + (rest > 0 ? 1 : 0))
    }
}

extension ReasonCode {
    /// Codes that say something of this machine and nothing of the payload or the medium; asking again may do.
    package static let localFailures: [ReasonCode] = [.fetchNoSocket, .attachStoreFailed, .typeInspectorFailed]

    /// Codes of items that another run does again: of its medium nothing is known.
    package static let retriedOnResume: [ReasonCode] = [.fetchHostCooling] + localFailures

    /// Codes of verdicts that say something of one moment or one caller only, and are never remembered.
    package static let uncacheable: [ReasonCode] = [.fetchDeadline, .fetchCancelled, .fetchHostCooling] + localFailures
}
