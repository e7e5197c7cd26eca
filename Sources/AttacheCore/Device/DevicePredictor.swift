/// Predicts what a vendor's extension and iOS make of a push, without a network.
///
/// All inputs are values: the payload, the policy, the network, the iOS release, and what is known about each medium.
package struct DevicePredictor: Sendable {
    /// The time after which iOS stops an extension.
    private static let budget = EvaluationContext.extensionTime

    private let policy: Policy
    private let rules: DeviceRules
    private let network: Network
    private let system: DeviceSystem

    /// Creates a predictor; `nil` for a policy without `device` rules.
    package init?(policy: Policy, network: Network, system: DeviceSystem = .ios17) {
        guard let rules = policy.device?.rules else { return nil }
        self.policy = policy
        self.rules = rules
        self.network = network
        self.system = system
    }

    /// Predicts a push by the gate's decision on it.
    ///
    /// - Parameters:
    ///   - payload: The payload, for the texts that the extension takes from it.
    ///   - decision: The gate's decision under the same policy.
    ///   - medium: Returns what is known about one medium.
    /// - Returns: The prediction.
    package func predict(
        _ payload: JSONDocument,
        _ decision: GateDecision,
        medium: (MediaReference) -> DeviceMedium
    ) -> DeviceVerdict {
        switch decision {
        case .stop(let stop): verdict(stop)
        case .media(let references, _): predict(payload, media: references.map(medium))
        }
    }

    /// The verdict on a push that ended at the gate.
    package func verdict(_ stop: GateStop) -> DeviceVerdict {
        // A push that the extension sees, and for which it has no medium, is its failure; any other is shown as pushed.
        let isSeen = stop.outcome == .plain && stop.deviceDelay == nil
        var verdict = DeviceVerdict(dialect: policy.name, shown: isSeen ? .plain : .original, delay: stop.deviceDelay)
        if isSeen, rules.failure == .original { verdict.shown = .original }
        if isSeen, rules.failure == .hang {
            verdict.shown = .original
            verdict.delay = Self.budget
        }
        verdict.notes = notes
        return verdict
    }

    /// Predicts a push whose media the extension reads.
    package func predict(_ payload: JSONDocument, media: [DeviceMedium]) -> DeviceVerdict {
        var verdict = DeviceVerdict(dialect: policy.name, shown: .plain)
        var time: Duration?
        var isLate = false
        for medium in media {
            var item = predict(medium, isLate: &isLate)
            item.pointer = medium.reference.pointer
            verdict.media.append(item)
            if let itemTime = medium.time { time = (time ?? .zero) + itemTime }
            if policy.payload.fallsBack, item.isAccepted == true { break }
        }
        verdict.delay = time
        verdict.notes = notes
        if isLate || time ?? .zero > Self.budget {
            expire(&verdict)
        } else if verdict.media.contains(where: { $0.isAccepted == nil }) {
            verdict.shown = nil
        } else {
            complete(&verdict, payload)
        }
        return verdict
    }

    /// What every verdict under the dialect repeats.
    private var notes: [DeviceNote] {
        [DeviceNote.uncertain(rules.certainty)].compactMap(\.self) + rules.doubts.map { DeviceNote("contested", $0) }
    }

    /// The content when the extension calls its handler in time.
    private func complete(_ verdict: inout DeviceVerdict, _ payload: JSONDocument) {
        let accepted = verdict.media.filter { $0.isAccepted == true }
        let isWhole = accepted.count == verdict.media.count || policy.payload.fallsBack && !accepted.isEmpty
        let isAborted = rules.isAllOrNothing && !isWhole
        if isAborted {
            for index in verdict.media.indices { verdict.media[index].isAccepted = false }
            verdict.shown = .original
            return
        }
        if !rules.texts.isEmpty, isWhole || !rules.texts.needsSuccess { verdict.texts = texts(payload) }
        if let shown = accepted.first {
            verdict.shown = shown.isDrawn ? .media : .nothing
            return
        }
        switch rules.failure {
        case .plain: verdict.shown = verdict.texts.isEmpty ? .plain : .changedText
        case .original:
            verdict.texts = DeviceVerdict.Texts()
            verdict.shown = .original
        case .alternativeText:
            verdict.texts.body = text(rules.alternativeText, payload) ?? verdict.texts.body
            verdict.shown = verdict.texts.isEmpty ? .plain : .changedText
        case .errorPicture: verdict.shown = .errorPicture
        case .hang:
            verdict.texts = DeviceVerdict.Texts()
            verdict.shown = .original
            verdict.delay = Self.budget
        }
    }

    private func expire(_ verdict: inout DeviceVerdict) {
        verdict.delay = Self.budget
        for index in verdict.media.indices { verdict.media[index].isAccepted = false }
        switch rules.expiry {
        case .plain, .buttons, .best: verdict.shown = .plain
        case .original, .none: verdict.shown = .original
        case .app:
            verdict.shown = .original
            verdict.notes.append(
                DeviceNote("app-code", "When the time is over, code of the app decides what is shown.")
            )
        }
    }

    private func texts(_ payload: JSONDocument) -> DeviceVerdict.Texts {
        var texts = DeviceVerdict.Texts()
        texts.title = text(rules.texts.title, payload) ?? rules.texts.defaultTitle
        texts.subtitle = text(rules.texts.subtitle, payload)
        texts.body = text(rules.texts.body, payload)
        return texts
    }

    private func text(_ path: JSONPath?, _ payload: JSONDocument) -> String? {
        path.flatMap { $0.first(in: payload.root)?.value.string }
    }
}

extension DevicePredictor {
    /// Predicts one medium.
    private func predict(_ medium: DeviceMedium, isLate: inout Bool) -> DeviceVerdict.Medium {
        var item = DeviceVerdict.Medium()
        item.isAccepted = false
        let written = medium.reference.text
        guard let url = DeviceURL(rules.trimsURL ? written.trimmingSpaces : written, on: system) else {
            item.error = .url(-1000)
            return item
        }
        if let place = rules.otherURLs, !["http", "https"].contains(url.scheme) {
            item.isAccepted = nil
            item.notes.append(DeviceNote("other-url", "The value names \(place), which is not known here."))
            return item
        }
        if rules.isHTTPSOnly, url.scheme != "https" {
            item.notes.append(DeviceNote("https-only", "The extension loads https URLs only."))
            return item
        }
        if rules.skipsLowData, network.isConstrained {
            item.error = .url(-1009)
            item.notes.append(DeviceNote("low-data", "The extension loads nothing in Low Data Mode."))
            return item
        }
        switch medium.ending {
        case .failed(let error):
            item.error = error
            return item
        case .skipped:
            item.notes.append(DeviceNote("skipped", "The extension does not load this kind on a mobile network."))
            return item
        case .late:
            isLate = rules.totalTime.map { $0 >= Self.budget } ?? true
            item.error = .url(-1001)
            return item
        case .unknown where medium.facts == nil:
            item.isAccepted = nil
            item.notes.append(.unknownResponse)
            return item
        case .completed, .unknown: break
        }
        if let limit = rules.totalTime, let time = medium.time, time > limit * rules.tries {
            item.error = .url(-1001)
            return item
        }
        attach(medium, url, &item)
        return item
    }

    /// Names the file and hands it to iOS.
    private func attach(_ medium: DeviceMedium, _ url: DeviceURL, _ item: inout DeviceVerdict.Medium) {
        let facts = medium.facts
        if let facts, refuses(facts, &item) { return }
        let naming = rules.name(NamingInput(url: url, statedType: medium.reference.typeHint, facts: facts))
        if naming.isUnlisted, rules.unknownType != .pass {
            item.notes.append(DeviceNote("unlisted-type", "The extension finds no type that it attaches."))
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
        if let limit = rules.lengthLimit, let length = facts.declaredLength, length > limit {
            item.notes.append(DeviceNote("length-limit", "The extension cancels a load of more than \(limit) bytes."))
            return true
        }
        let isSuccess =
            switch rules.status {
            case .any: true
            case .success: (200..<300).contains(facts.status)
            case .ok: facts.status == 200
            }
        if !isSuccess {
            item.notes.append(DeviceNote("status", "The extension refuses the status \(facts.status)."))
            return true
        }
        if !(200..<300).contains(facts.status) { item.notes.append(.statusIgnored) }
        return false
    }
}
