/// Gives verdicts of earlier runs where they still hold, and remembers new ones: the private cache of RFC 9111.
package struct MediaCache: Sendable {
    private let memory: any MediaCacheStore
    private let store: any MediaStoring
    private let fingerprints: ContextFingerprinter
    private let digester: any ContentDigesting
    private let clock: any WallTimeSource
    private let failures: VerdictLifetime

    /// Puts the cache together.
    ///
    /// - Parameters:
    ///   - memory: Where verdicts are remembered.
    ///   - store: Where the files are.
    ///   - fingerprints: Tells terms apart.
    ///   - digester: Hashes keys.
    ///   - clock: The time of day.
    ///   - failures: How long failures are taken for granted.
    package init(
        memory: any MediaCacheStore,
        store: any MediaStoring,
        fingerprints: ContextFingerprinter,
        digester: any ContentDigesting,
        clock: any WallTimeSource,
        failures: VerdictLifetime
    ) {
        self.memory = memory
        self.store = store
        self.fingerprints = fingerprints
        self.digester = digester
        self.clock = clock
        self.failures = failures
    }

    /// The verdict on a media reference: a remembered one while it is fresh, else that of a load.
    ///
    /// - Parameters:
    ///   - reference: The reference, which the policy permits to load.
    ///   - terms: Under which terms.
    ///   - load: Loads it, asking whether the file that is kept still stands, where one is.
    /// - Returns: The verdict.
    func verdict(
        on reference: MediaReference,
        under terms: EvaluationContext,
        load: (StaleMedia?) async -> (MediaVerdict, Download)
    ) async -> MediaVerdict {
        let fingerprint = fingerprints.fingerprint(of: terms.policy, on: terms.network)
        let key = CacheKey(reference, under: fingerprint, digester: digester)
        let (media, failure) = await memory.lookUp(key)
        if let failure, failure.window.isFresh(at: clock.secondsSinceEpoch) { return failure.verdict }
        var kept = media
        var stale: StaleMedia?
        if let media {
            // A name in the index is worth as much as the file behind it.
            let file = media.attachment.file
            if let found = await store.reuse(file, fileExtension: media.attachment.fileExtension) {
                if media.response.window.isFresh(at: clock.secondsSinceEpoch) {
                    return media.verdict(found, source: reference.text, supply: .cached)
                }
                stale = media.response.validators.map { validators in
                    let verdict = media.verdict(found, source: reference.text, supply: .revalidated)
                    return StaleMedia(validators: validators, verdict: verdict)
                }
            } else {
                memory.remove(key)
                kept = nil
            }
        }
        let (verdict, download) = await load(stale)
        save(verdict, of: download, as: key, before: kept)
        return verdict
    }

    private func save(
        _ verdict: MediaVerdict,
        of download: Download,
        as key: CacheKey,
        before: CachedMedia?
    ) {
        let chain = ResponseChain(download.exchanges)
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

extension ReasonCode {
    /// Codes that say something of this machine and nothing of the payload or the medium; asking again may do.
    package static let localFailures: [ReasonCode] = [.fetchNoSocket, .attachStoreFailed, .typeInspectorFailed]

    /// Codes of items that another run does again: of its medium nothing is known.
    package static let retriedOnResume: [ReasonCode] = [.fetchHostCooling] + localFailures

    /// Codes of verdicts that say something of one moment or one caller only, and are never remembered.
    package static let uncacheable: [ReasonCode] = [.fetchDeadline, .fetchCancelled, .fetchHostCooling] + localFailures
}
