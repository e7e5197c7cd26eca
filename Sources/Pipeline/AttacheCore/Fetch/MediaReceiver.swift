import AttacheSystem

/// Receives a media response: refuses unsuitable files early and spools the others.
///
/// A wrong file is dropped as soon as its first bytes show it, after at most `prefixLimit` bytes and one buffer.
package final class MediaReceiver: ResponseReceiving {
    /// Bodies longer than this drop their prefix from memory once the type is known; there may be hundreds at a time.
    private static let prefixRetentionLimit = 128 * 1024

    private struct State {
        var spool: (any MediaSpool)?
        var head: ResponseHead?
        var body = ReceivedBody.Progress()
        var limit: Int
    }

    private let url: MediaURL
    private let types: TypeJudge
    private let headRule: ResponseHeadRule
    private let store: any MediaStoring
    private let detector: (any TypeDetecting)?
    private let repairs: RepairRules?
    private let client: Int
    private let state: Locked<State>

    /// Creates a receiver for one hop; `url` is the URL of the payload, whose extension counts, also after redirects.
    /// `detector` is asked for its opinion as soon as the type is known; with `repairs`, files are received that a device
    /// refuses and that may be repaired. What is stored counts for `client`.
    package init(
        url: MediaURL,
        policy: Policy,
        store: any MediaStoring,
        detector: (any TypeDetecting)? = nil,
        repairs: RepairRules? = nil,
        isConditional: Bool = false,
        client: Int = 0
    ) {
        self.url = url
        self.detector = detector
        self.types = TypeJudge(policy: policy)
        self.headRule = ResponseHeadRule(policy: policy, isConditional: isConditional)
        self.store = store
        self.repairs = repairs
        self.client = client
        self.state = Locked(State(limit: types.largestLimit))
    }

    /// The response's head, also where it was refused.
    package var head: ResponseHead? { state.withLock { $0.head } }

    /// Bytes of body received, also where they were refused.
    var byteCount: Int { state.withLock { $0.body.byteCount } }

    /// What the response of `url` showed, also where it was refused; `nil` without a response.
    func facts(of url: MediaURL, isWhole: Bool) -> ResponseFacts? {
        state.withLock { state in
            state.head.map { head in
                ResponseFacts(
                    head,
                    of: url,
                    prefix: state.body.prefix,
                    byteCount: state.body.byteCount,
                    format: state.body.format,
                    isWhole: isWhole
                )
            }
        }
    }

    package func receive(head: ResponseHead) -> TransferDecision {
        state.withLock { $0.head = head }
        let limit = max(types.largestLimit, repairs?.largestSource(under: types) ?? 0)
        let decision = headRule.decide(head, limit: limit)
        guard decision == .proceed else { return decision }
        return state.withLock { state in
            state.body.declaredLength = headRule.declaredLength(head)
            do throws(SystemCallError) {
                let spool = try store.openSpool(for: client)
                if let length = state.body.declaredLength { spool.expect(byteCount: length) }
                state.spool = spool
                return .proceed
            } catch {
                return .refuse(error.reason)
            }
        }
    }

    package func receive(body bytes: Span<UInt8>) -> TransferDecision {
        state.withLock { state in
            state.body.byteCount += bytes.count
            if state.body.type == nil {
                state.body.extendPrefix(with: bytes, limit: FormatDetector.neededPrefix)
                if let refusal = decideType(&state, isWhole: false) { return .refuse(refusal) }
            }
            if state.body.byteCount > Self.prefixRetentionLimit, state.body.type != nil { state.body.dropPrefix() }
            if let reason = SizeJudge.refusal(
                byteCount: state.body.byteCount,
                kind: state.body.format?.kind,
                limit: state.limit,
                isWhole: false
            ) {
                guard receivesForRepair(&state, despite: reason) else { return .refuse(state.body.refusal ?? reason) }
            }
            do throws(SystemCallError) {
                try state.spool?.append(bytes)
                return .proceed
            } catch {
                return .refuse(error.reason)
            }
        }
    }

    /// Ends the body and transfers its ownership, or returns the reason why it is unusable; the receiver keeps nothing.
    package func finish() -> Result<ReceivedBody, Reason> {
        state.withLock { state in
            let spool = state.spool
            state.spool = nil
            if let refusal = incompleteness(state.body) ?? decideType(&state, isWhole: true) {
                spool?.discard()
                return .failure(refusal)
            }
            guard let spool, let format = state.body.format, let type = state.body.type else {
                return .failure(Self.empty)
            }
            let prefix: [UInt8]
            do throws(SystemCallError) {
                prefix =
                    try state.body.droppedCount.map { count throws(SystemCallError) in
                        try spool.read(at: 0, count: count)
                    } ?? state.body.prefix
            } catch {
                spool.discard()
                return .failure(error.isOutOfSpace ? error.reason : ReceivedBody.unreadable)
            }
            return .success(
                ReceivedBody(
                    spool: spool,
                    prefix: prefix,
                    byteCount: state.body.byteCount,
                    format: format,
                    claimedExtension: types.claimedExtension(url),
                    fileExtension: type.fileExtension,
                    warnings: type.warnings,
                    opinion: state.body.opinion,
                    refusal: state.body.refusal
                )
            )
        }
    }

    package func discard() {
        state.withLock { state in
            state.spool?.discard()
            state.spool = nil
        }
    }

    /// Decides the type as soon as possible, and lowers the limit to that of the kind.
    private func decideType(_ state: inout State, isWhole: Bool) -> Reason? {
        guard state.body.type == nil, isWhole || state.body.prefix.count >= FormatDetector.leastPrefix else {
            return nil
        }
        guard state.body.shouldDetect(isWhole: isWhole, limit: FormatDetector.neededPrefix) else { return nil }
        // Some formats have the same first bytes; the name tells them apart, also where it decides nothing else.
        let format = FormatDetector.detect(prefix: state.body.prefix, named: url.pathExtension)
        // Detection may still succeed until the prefix is full or the body has ended.
        guard format != nil || isWhole || state.body.prefix.count >= FormatDetector.neededPrefix else { return nil }
        let description = format == nil ? ContentDescription.describe(state.body.prefix) : ""
        state.body.format = format
        do throws(Reason) {
            state.body.type = try types.rule(format, description: description, url: url)
        } catch {
            state.body.format = format ?? (description == ContentDescription.svgDrawing ? .svg : nil)
            state.body.type = state.body.format.map { ($0.preferredExtension, []) }
            return receivesForRepair(&state, despite: error) ? nil : error
        }
        if let kind = format?.kind, let rule = types.typeRule(for: kind) {
            state.limit = rule.limit
            if let length = state.body.declaredLength,
                let refusal = SizeJudge.refusal(byteCount: length, kind: kind, limit: rule.limit)
            {
                return receivesForRepair(&state, despite: refusal) ? nil : refusal
            }
        }
        state.body.opinion = detector?.ask(state.body.prefix)
        return nil
    }

    /// Notes why a device refuses the file and raises the limit, if the file may be repaired.
    private func receivesForRepair(_ state: inout State, despite refusal: Reason) -> Bool {
        guard state.body.refusal == nil, let format = state.body.format,
            let limit = repairs?.sourceLimit(of: format, under: types),
            max(state.body.byteCount, state.body.declaredLength ?? 0) <= limit
        else { return false }
        state.body.refusal = refusal
        state.limit = limit
        return true
    }

    private func incompleteness(_ body: ReceivedBody.Progress) -> Reason? {
        if let declared = body.declaredLength, declared != body.byteCount {
            return Reason(
                .fetchTruncated,
                "The origin announced \(declared) bytes and sent \(body.byteCount).",
                fix: "Check the origin and any proxy in front of it: the connection ended early."
            )
        }
        return body.byteCount == 0 ? Self.empty : nil
    }

    private static let empty = Reason(
        .fetchEmpty,
        "The origin answered without a body.",
        fix: "Serve the file at this URL."
    )
}
