/// Decides whether the user sees a verified file: the receiver's extension names it, and iOS judges the name.
///
/// A file that is not shown becomes a fallback whose reason names the cause, so that no caller compares the two.
package struct Receiver: Sendable {
    private let predictor: DevicePredictor?
    private let policy: Policy
    private let hasShorterTimeout: Bool
    private let ignoresName: Bool

    package init(_ context: EvaluationContext) {
        predictor = DevicePredictor(context.basis)
        policy = context.basis.policy
        hasShorterTimeout = context.hasShorterTimeout
        ignoresName = context.basis.ignoresName
    }

    /// The verdict on one file as the device ends it.
    ///
    /// - Parameters:
    ///   - verdict: The verdict on the bytes.
    ///   - reference: The URL in the payload, which is what the device loads.
    /// - Returns: The same verdict for a file that the device shows, or one without an attachment.
    package func judge(_ verdict: MediaVerdict, of reference: MediaReference) -> MediaVerdict {
        guard verdict.attachment != nil, !ignoresName else { return verdict }
        let isCopy = verdict.isRepairedCopy
        guard let predictor, let rules = policy.device, verdict.facts != nil else {
            return isCopy ? verdict.dropped(because: DeviceReason.unsentCopy) : verdict
        }
        let medium = DeviceMedium(reference, verdict, hasShorterTimeout: hasShorterTimeout)
        let item = predictor.predict(medium)
        guard item.isAccepted == false || item.isDrawn == false else {
            // Where the URL alone names the file, its extension is what iOS reads.
            return rules.naming.allSatisfy { $0 == .url } ? verdict : verdict.withoutCorrection(isDrawnFor: item)
        }
        guard !isCopy else { return verdict.dropped(because: DeviceReason.unsentCopy) }
        let format = verdict.attachment?.format
        return verdict.dropped(because: DeviceReason.dropped(item, of: medium, by: rules, format, policy))
    }
}

/// Judges loaded files as their receiver does; wraps the cache, whose verdicts are about the bytes.
package struct ReceivingMediaLoader: MediaLoading {
    private let loader: any MediaLoading

    package init(_ loader: any MediaLoading) {
        self.loader = loader
    }

    package func load(_ request: DownloadRequest, unless stale: StaleMedia?) async -> LoadedMedia {
        var loaded = await loader.load(request, unless: stale)
        loaded.verdict = Receiver(request.context).judge(loaded.verdict, of: request.reference)
        return loaded
    }
}

extension MediaVerdict {
    /// Whether the attachment is a changed file, whose original the payload still names.
    package var isRepairedCopy: Bool { repair.map { $0.outcome == .repaired && $0.kind != .rename } ?? false }

    /// The verdict without its file, for this reason.
    fileprivate func dropped(because reason: Reason) -> MediaVerdict {
        var verdict = self
        verdict.attachment = nil
        verdict.trace?.byteCount = 0
        verdict.reasons.removeAll { $0.code == .typeExtensionCorrected }
        verdict.reasons.insert(reason, at: 0)
        return verdict
    }

    /// The verdict without advice on the URL's extension, where the device takes the name from something else.
    fileprivate func withoutCorrection(isDrawnFor item: DeviceVerdict.Medium) -> MediaVerdict {
        guard !item.notes.contains(where: { $0.code == .atRisk }) else { return self }
        var verdict = self
        verdict.reasons.removeAll { $0.code == .typeExtensionCorrected }
        return verdict
    }
}
