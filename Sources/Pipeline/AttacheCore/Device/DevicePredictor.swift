/// Predicts what a vendor's extension and iOS make of a push, without a network.
///
/// All inputs are values: the payload, the policy, the network, the iOS release, and what is known about each media file.
package struct DevicePredictor: Sendable {
    /// The time after which iOS stops an extension.
    private static let budget = EvaluationContext.extensionTime

    private let policy: Policy
    private let rules: DeviceRules
    private let network: Network
    private let system: DeviceSystem

    /// Creates a predictor; `nil` for a policy without `device` rules. Without a release it is that of the policy's App
    /// Transport Security.
    package init?(policy: Policy, network: Network, system: DeviceSystem? = nil) {
        guard let rules = policy.device else { return nil }
        self.policy = policy
        self.rules = rules
        self.network = network
        self.system = system ?? (policy.ats.profile == .ios17 ? .ios17 : .ios16)
    }

    /// The verdict on a push that ended at the gate.
    package func verdict(_ stop: GateStop, _ payload: JSONDocument) -> DeviceVerdict {
        var verdict = DeviceVerdict(dialect: policy.name, shown: .original, delay: stop.deviceDelay)
        verdict.notes = notes
        switch stop.end {
        case .notStarted, .hangs: break
        case .elsewhere:
            verdict.shown = nil
            verdict.notes.insert(.elsewhere(rules.otherURLs), at: 0)
        case .declines:
            if stop.outcome == .plain, rules.failure != .original { verdict.shown = .plain }
        case .withoutMedium:
            // An extension that wants all media has them all when there is none.
            let hasSuccess = rules.isAllOrNothing && stop.outcome == .untouched
            if !rules.texts.isEmpty, !rules.texts.needsSuccess || hasSuccess { verdict.texts = texts(payload) }
            if stop.outcome == .plain {
                fail(&verdict)
            } else if !verdict.texts.isEmpty {
                verdict.shown = .changedText
            }
        }
        return verdict
    }

    /// Predicts a push whose media the extension reads.
    package func predict(_ payload: JSONDocument, media: [DeviceMedium]) -> DeviceVerdict {
        var verdict = DeviceVerdict(dialect: policy.name, shown: .plain)
        var clock = LoadClock(rules, bytesPerSecond: network.link.bodyBytesPerSecond)
        for medium in media {
            var item = predict(medium, &clock)
            item.pointer = medium.reference.pointer
            verdict.media.append(item)
            if policy.payload.fallsBack, item.isAccepted == true { break }
        }
        verdict.delay = clock.time
        verdict.notes = notes
        if clock.isLate {
            expire(&verdict, payload)
        } else if verdict.media.contains(where: { $0.isAccepted == nil }) {
            verdict.shown = nil
        } else {
            complete(&verdict, payload)
        }
        return verdict
    }

    /// What every verdict under the dialect repeats.
    private var notes: [DeviceNote] {
        [DeviceNote.uncertain(rules.certainty)].compactMap(\.self) + rules.doubts.map { DeviceNote(.contested, $0) }
    }

    /// The content when the extension calls its handler in time.
    private func complete(_ verdict: inout DeviceVerdict, _ payload: JSONDocument) {
        let accepted = verdict.media.filter { $0.isAccepted == true }
        let loadedCount = verdict.media.count { !$0.isLeftOut }
        let isWhole = accepted.count == loadedCount || policy.payload.fallsBack && !accepted.isEmpty
        let isAborted = rules.isAllOrNothing && !isWhole
        if isAborted {
            for index in verdict.media.indices { verdict.media[index].isAccepted = false }
            verdict.shown = .original
            return
        }
        if !rules.texts.isEmpty, isWhole || !rules.texts.needsSuccess { verdict.texts = texts(payload) }
        if let shown = accepted.first {
            verdict.shown = shown.isDrawn.map { $0 ? .media : .nothing }
            if accepted.count > 1 { verdict.notes.append(.firstShown(of: accepted.count)) }
        } else if loadedCount == 0, rules.isAllOrNothing {
            verdict.shown = verdict.texts.isEmpty ? .plain : .changedText
        } else {
            if rules.failure == .alternativeText {
                verdict.texts.body = text(rules.alternativeText, payload) ?? verdict.texts.body
            }
            fail(&verdict)
        }
    }

    /// The content without a media file, after the texts have been set.
    private func fail(_ verdict: inout DeviceVerdict) {
        switch rules.failure {
        case .plain, .alternativeText: verdict.shown = verdict.texts.isEmpty ? .plain : .changedText
        case .original:
            verdict.texts = DeviceVerdict.Texts()
            verdict.shown = .original
        case .errorPicture:
            // Only what is no failure of the transfer has a picture.
            let error = verdict.media.first?.error
            let isTransfer = error.map { $0.domain == AppleError.url(0).domain && $0 != .url(-1000) } ?? false
            verdict.shown = isTransfer ? .plain : .errorPicture
        case .hang:
            verdict.texts = DeviceVerdict.Texts()
            verdict.shown = .original
            verdict.delay = Self.budget
        }
    }

    private func expire(_ verdict: inout DeviceVerdict, _ payload: JSONDocument) {
        verdict.delay = Self.budget
        for index in verdict.media.indices { verdict.media[index].isAccepted = false }
        switch rules.expiry {
        case .plain, .buttons: verdict.shown = .plain
        case .best:
            if !rules.texts.isEmpty, !rules.texts.needsSuccess { verdict.texts = texts(payload) }
            verdict.shown = verdict.texts.isEmpty ? .plain : .changedText
        case .original, .none: verdict.shown = .original
        case .app:
            verdict.shown = .original
            verdict.notes.append(
                DeviceNote(.appCode, "When the time is over, the app's code decides what is shown.")
            )
        }
    }

    /// The texts that the extension sets and that differ from the pushed ones: services often send a text twice.
    private func texts(_ payload: JSONDocument) -> DeviceVerdict.Texts {
        let alert = payload.root["aps"]?["alert"]
        // None is seen as an empty one is.
        func changed(_ text: String?, from pushed: JSONValue?) -> String? { text == pushed?.string ?? "" ? nil : text }
        var texts = DeviceVerdict.Texts()
        texts.title = changed(text(rules.texts.title, payload) ?? rules.texts.defaultTitle, from: alert?["title"])
        texts.subtitle = changed(text(rules.texts.subtitle, payload), from: alert?["subtitle"])
        let body = text(rules.texts.body, payload) ?? rules.texts.defaultBody
        texts.body = changed(body, from: alert?.kind == .string ? alert : alert?["body"])
        return texts
    }

    private func text(_ path: JSONPath?, _ payload: JSONDocument) -> String? {
        path.flatMap { $0.first(in: payload.root)?.value.string }
    }
}

extension DevicePredictor {
    /// Creates the predictor of a push's terms; `nil` for a policy without `device` rules.
    init?(_ basis: EvaluationContextShared) {
        self.init(policy: basis.policy, network: basis.network)
    }

    /// Predicts a media file that is alone in its push.
    package func predict(_ medium: DeviceMedium) -> DeviceVerdict.Medium {
        var clock = LoadClock(rules, bytesPerSecond: network.link.bodyBytesPerSecond)
        return predict(medium, &clock)
    }

    /// Predicts one media file.
    private func predict(_ medium: DeviceMedium, _ clock: inout LoadClock) -> DeviceVerdict.Medium {
        var item = DeviceVerdict.Medium()
        item.isAccepted = false
        guard let url = url(of: medium) else {
            item.error = .url(-1000)
            item.isLeftOut = rules.dropsInvalidURLs
            return item
        }
        if rules.otherURLs != nil, !["http", "https"].contains(url.scheme) {
            item.isAccepted = nil
            item.notes.append(.elsewhere(rules.otherURLs))
            return item
        }
        if rules.isHTTPSOnly, url.scheme != "https" {
            let sentence = "The extension loads https URLs only."
            item.notes.append(DeviceNote(.httpsOnly, sentence, fix: "Use an https URL."))
            return item
        }
        if rules.skipsLowData, network.isConstrained {
            item.error = .url(-1009)
            item.notes.append(DeviceNote(.lowData, "The extension loads nothing in Low Data Mode."))
            return item
        }
        if rules.stopsAtUnlisted, let name = url.pathExtension, rules.listed(name) == nil {
            item.notes.append(.unlistedType)
            return item
        }
        switch medium.ending {
        case .failed(let error):
            item.error = error
            return item
        case .skipped:
            item.notes.append(
                DeviceNote(.skipped, "On a mobile network the extension does not load this kind of media.")
            )
            return item
        case .interrupted:
            item.isAccepted = nil
            item.notes.append(.interrupted)
            return item
        case .unknown:
            item.isAccepted = nil
            item.notes.append(.unknownResponse)
            return item
        case .completed, .late: break
        }
        if let limit = rules.lengthLimit, let length = medium.facts?.declaredLength, length > limit {
            let sentence = "The extension cancels a load of more than \(limit) bytes."
            item.notes.append(DeviceNote(.lengthLimit, sentence, fix: "Serve a smaller file."))
            return item
        }
        guard clock.load(medium) == .inTime else {
            item.error = .url(-1001)
            return item
        }
        attach(medium, url, &item)
        return item
    }

    /// The URL as the extension and the release read it.
    private func url(of medium: DeviceMedium) -> DeviceURL? {
        let written = medium.reference.text
        let text = rules.trimsURL ? written.trimmingSpaces : written
        if system == .ios17, let known = medium.url, known.text == text { return known }
        return DeviceURL(text, on: system)
    }

    /// Names the file and hands it to iOS.
    private func attach(_ medium: DeviceMedium, _ url: DeviceURL, _ item: inout DeviceVerdict.Medium) {
        let facts = medium.facts
        if let facts, refuses(facts, &item) { return }
        let naming = rules.name(NamingInput(url: url, statedType: medium.reference.typeHint, facts: facts))
        if naming.isUnlisted, rules.unknownType != .pass {
            item.notes.append(.unlistedType)
            if rules.unknownType == .abortAll {
                item.fileName = naming.fileName
                item.error = .notification(101)
            }
            return
        }
        item.fileName = naming.fileName
        item.typeHint = naming.typeHint
        if naming.isContradicted { item.notes.append(.contradicted) }
        if naming.isInferred {
            item.notes.append(.inferred("The name depends on a response that was not seen here."))
        }
        let acceptance = AttachmentAcceptance(naming, facts: facts, types: policy.types)
        item.type = acceptance.typeIdentifier
        item.isAccepted = acceptance.isAccepted
        item.isDrawn = acceptance.isDrawn
        item.error = acceptance.error
        item.notes += acceptance.notes
    }

    /// Whether the extension drops a response before it names a file.
    private func refuses(_ facts: ResponseFacts, _ item: inout DeviceVerdict.Medium) -> Bool {
        let isSuccess =
            switch rules.status {
            case .any: true
            case .success: (200..<300).contains(facts.status)
            case .ok: facts.status == 200
            }
        if !isSuccess {
            let sentence = "The extension refuses the status \(facts.status)."
            item.notes.append(DeviceNote(.status, sentence, fix: "Answer with the status 200."))
            return true
        }
        if !(200..<300).contains(facts.status) { item.notes.append(.statusIgnored) }
        return false
    }
}
