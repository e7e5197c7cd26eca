package import AttacheCore

/// What the linter judges by.
package struct LintOptions: Sendable {
    /// The name of the policy; `auto` selects one by the payload.
    package var policy = EvaluationContextResolver.automatic
    /// The extension's own ATS dictionary, which replaces that of the policy.
    package var ats: ATSDictionary?
    /// Whether what any vendor's extension does not take is an error.
    package var isPortable = false
    /// What the operator opens: hosts of tests and of local networks among it are meant.
    package var egress = EgressPolicy()
    /// What is switched off, each with its reason, as `LintIgnore` reads it.
    package var ignored: [String: String] = [:]

    package init() {}

    /// The options of a linter that judges a payload once more by the policy of its result, or by another without one.
    package init(
        of result: RewriteResult,
        policy: @autoclosure () -> String = EvaluationContextResolver.automatic,
        ats: ATSDictionary?,
        egress: EgressPolicy
    ) {
        self.policy = result.policy ?? policy()
        self.ats = ats
        self.egress = egress
    }
}

/// Gives advice on payloads without a network.
///
/// It never changes a payload and never fails: an input that is no deliverable push has a finding that says so.
package struct PayloadLinter: Sendable {
    /// The limit of findings on one payload.
    package static let findingLimit = 200

    private static let checks: [any LintChecking] = [
        EnvelopeCheck(), APSKeyCheck(), ExtensionStartCheck(), MediaKeyCheck(), URLFormCheck(), URLNameCheck(),
        AlertTextCheck(),
    ]

    private let policies: PolicySet
    private let canonicalizer: any HostCanonicalizing
    private let options: LintOptions
    private let chooser: PolicyChooser
    private let gate: Gate
    private let reader = PayloadReader()

    package init(policies: PolicySet, canonicalizer: any HostCanonicalizing, options: LintOptions = LintOptions()) {
        self.policies = policies
        self.canonicalizer = canonicalizer
        self.options = options
        chooser = PolicyChooser(policies: policies)
        gate = Gate(policies: policies)
    }

    /// Returns the findings on one payload in the order of its text.
    ///
    /// - Parameters:
    ///   - item: The payload; its line moves the places.
    ///   - result: The result of the pipeline for it, if its media were downloaded.
    /// - Returns: The findings, at most `findingLimit`, with their places in the file.
    package func lint(_ item: InputItem, fetched result: RewriteResult? = nil) -> LintResult {
        let bytes: [UInt8]
        switch item.content {
        case .bytes(let content), .transcribed(let content, _): bytes = content
        case .tooLong(let limit):
            return rejected(
                item,
                [],
                .payloadTooLarge,
                "The input is longer than \(limit) bytes; the limit of APNs is \(PayloadReader.payloadLimit)."
            )
        case .unreadable(let sentence): return rejected(item, [], .payloadUnreadable, sentence)
        }
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: bytes)
        } catch {
            let text = item.transcribed()
            if case .bytes = item.content, case .transcribed = text.content { return lint(text, fetched: result) }
            let offset = min(error.position.offset, bytes.count)
            // A finding has its own place, counted in the whole file.
            let said = PayloadReader.reason(error, in: bytes, isLine: item.origin.line != nil, namesPlace: false)
            let code = said.code == .payloadDuplicateKey ? LintCode.duplicateKey : .payloadRejected
            let range = offset..<min(offset + 1, bytes.count)
            let finding = LintFinding(code, said.message, reason: said.code, fix: said.fix, range: range)
            return end(item, bytes, [finding], policy: nil)
        }
        switch reader.read(item) {
        case .failure(let refusal):
            return end(item, bytes, refusal.reasons.map { RequestPlaces.finding($0, in: document.root) }, policy: nil)
        case .success(let notification):
            let (policy, choice) = policy(for: notification)
            guard var policy else {
                return rejected(
                    item,
                    bytes,
                    .payloadInvalidEnvelope,
                    policies.sentence(onUnknown: notification.envelope?.policy ?? options.policy)
                )
            }
            if let ats = options.ats { policy.ats = ats.withReadings(of: policy.ats) }
            let subject = LintSubject(
                document: notification.delivery?.payload ?? document,
                notification: notification,
                policy: policy,
                policies: policies,
                gate: gate,
                chosenBecause: choice,
                canonicalizer: canonicalizer,
                isPortable: options.isPortable,
                egress: options.egress
            )
            var findings = Self.checks.flatMap { $0.findings(on: subject) }
            APSKeyCheck.removeRepeated(&findings)
            if let result {
                findings += FetchCheck(result: result, earlier: findings).findings(on: subject)
                // The format that a name promises says nothing once the bytes of the only file are shown.
                if result.device?.shown == .media, subject.media.count == 1, !options.isPortable {
                    findings.removeAll { $0.code.isFormatOfName && $0.code != .audio }
                }
            }
            if let request = RequestPlaces(document, notification) {
                findings = findings.map(request.finding) + request.losses
            }
            // About the text around the payload.
            findings += notification.findings.filter { [.payloadConsoleText, .payloadInvalidHeader].contains($0.code) }
                .map { RequestPlaces.finding($0, in: document.root) }
            return end(item, bytes, findings, policy: policy.name)
        }
    }

    private func policy(for notification: Notification) -> (Policy?, [Reason]) {
        let name = notification.envelope?.policy ?? options.policy
        guard name == EvaluationContextResolver.automatic else { return (policies[name], []) }
        guard let (place, findings) = chooser.choose(for: notification) else { return (nil, []) }
        return (policies.policies[place], findings)
    }

    private func rejected(
        _ item: InputItem,
        _ bytes: [UInt8],
        _ reason: ReasonCode,
        _ sentence: String
    ) -> LintResult {
        end(item, bytes, [LintFinding(.payloadRejected, sentence, reason: reason, range: 0..<0)], policy: nil)
    }

    /// Sorts the findings by place, and leaves out those that are switched off.
    private func end(_ item: InputItem, _ bytes: [UInt8], _ all: [LintFinding], policy: String?) -> LintResult {
        // A push that cannot be delivered is reported whatever the configuration says.
        var kept = all.filter { policy == nil || !$0.isNamed(in: options.ignored) }
        let ignoredCount = all.count - kept.count
        kept = Array(kept.prefix(Self.findingLimit))
        if case .transcribed = item.content {
            // The places are in JSON that no file has, and so is what an edit would replace.
            for index in kept.indices { kept[index].removeEdits() }
        } else {
            place(&kept, in: bytes, firstLine: item.origin.line ?? 1)
        }
        if options.isPortable {
            for index in kept.indices where kept[index].code.isPortabilityRule { kept[index].severity = .error }
        }
        // A stable order: by place, then as the checks come.
        let order = kept.indices.sorted { left, right in
            (kept[left].range.lowerBound, left) < (kept[right].range.lowerBound, right)
        }
        return LintResult(
            origin: item.origin,
            policy: policy,
            findings: order.map { kept[$0] },
            ignoredCount: ignoredCount
        )
    }

    /// Sets the places of findings and of their edits, in one pass over the text.
    private func place(_ findings: inout [LintFinding], in bytes: [UInt8], firstLine: Int) {
        let ranges = findings.flatMap { [$0.range] + $0.edits.map(\.range) }
        let positions = JSONPosition.positions(of: ranges.flatMap { [$0.lowerBound, $0.upperBound] }, in: bytes)
        var next = 0
        func take() -> LintPlace {
            defer { next += 2 }
            return LintPlace(positions[next], positions[next + 1]).moved(toLine: firstLine)
        }
        for index in findings.indices {
            findings[index].place = take()
            findings[index].editPlaces = findings[index].edits.map { _ in take() }
        }
    }
}

extension JSONValue {
    /// The first byte, for findings about a whole object.
    var openingRange: Range<Int> { byteRange.lowerBound..<byteRange.lowerBound + 1 }
}
