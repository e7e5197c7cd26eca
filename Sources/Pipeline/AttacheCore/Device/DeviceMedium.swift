/// What is known about one media file of a push when the device's behaviour is predicted.
package struct DeviceMedium: Sendable {
    /// How the load would end on the device.
    package enum Ending: Sendable, Equatable {
        /// With a response, or without a sign of a failure.
        case completed
        /// With this error; `nil` for one without a code.
        case failed(AppleError?)
        /// The extension skips it on this network.
        case skipped
        /// Later than the time of the extension.
        case late
        /// The time limit of this machine ended the load before that of the extension would.
        case interrupted
        /// This machine refused or could not make the load, which says nothing about the device.
        case unknown
    }

    package var reference: MediaReference
    /// The response; `nil` where none was seen.
    package var facts: ResponseFacts?
    /// The device's time for the load, if it is known.
    package var time: Duration?
    package var ending: Ending
    /// The URL as iOS 17 reads it, where it was read before: a table has the same one in each cell.
    package var url: DeviceURL?

    package init(
        _ reference: MediaReference,
        facts: ResponseFacts? = nil,
        time: Duration? = nil,
        ending: Ending = .completed
    ) {
        self.reference = reference
        self.facts = facts
        self.time = time
        self.ending = ending
    }

    /// Takes what the verdict on a load shows; `hasShorterTimeout` says whether this machine gave the load less time than
    /// the extension has.
    package init(_ reference: MediaReference, _ verdict: MediaVerdict, hasShorterTimeout: Bool = false) {
        let block = verdict.attachment == nil ? verdict.reasons.first { $0.severity == .block } : nil
        let ending = block.map { Self.ending($0, hasFacts: verdict.facts != nil, hasShorterTimeout) }
        self.init(reference, facts: verdict.facts, time: verdict.deviceTime, ending: ending ?? .completed)
    }

    /// Takes the verified copy of a media file at another URL, as it is served: with its own type, and without a redirect.
    ///
    /// Its time is that of the original, since the way to the copy was not measured.
    init(copyAt url: String, of attachment: Attachment, insteadOf reference: MediaReference, _ verdict: MediaVerdict) {
        let format = attachment.format
        let isChanged = verdict.repair.map { $0.outcome == .repaired && $0.kind != .rename } ?? false
        let facts = ResponseFacts(
            finalURL: url,
            contentType: format.mimeType,
            declaredLength: attachment.byteCount,
            byteCount: attachment.byteCount,
            isWhole: true,
            format: format,
            signature: isChanged ? Self.repairedSignatures[format] ?? [] : verdict.facts?.signature ?? []
        )
        let copy = MediaReference(text: url, location: reference.location, typeHint: reference.typeHint)
        self.init(copy, facts: facts, time: verdict.deviceTime)
    }

    /// The first bytes of repaired files.
    private static let repairedSignatures: [MediaFormat: [UInt8]] = [
        .jpeg: [0xFF, 0xD8, 0xFF, 0xE0], .png: [0x89, 0x50, 0x4E, 0x47], .gif: Array("GIF89a".utf8),
        .mp4: [0, 0, 0, 0x20] + Array("ftypisom".utf8),
    ]

    /// Takes a response that was seen elsewhere, and the reasons of `RequestPolicy` under this policy and network, which
    /// needs no socket; none for a permitted URL.
    package init(
        _ reference: MediaReference,
        facts: ResponseFacts?,
        time: Duration?,
        refusals: [Reason],
        hasShorterTimeout: Bool = false
    ) {
        let endings = refusals.filter { $0.severity == .block }.map {
            Self.ending($0, hasFacts: facts != nil, hasShorterTimeout)
        }
        // What the device does comes before what this machine may not do.
        let known =
            endings.first { ![.completed, .unknown, .interrupted].contains($0) } ?? endings.first { $0 == .interrupted }
        let rest = endings.first { $0 != .completed } ?? .completed
        // The response was seen, so that a refusal of this machine says nothing, unless it could not read the body.
        let isRead = facts != nil && !refusals.contains { $0.code == .fetchEncodedBody }
        self.init(
            reference,
            facts: facts,
            time: time,
            ending: known ?? (isRead && rest == .unknown ? .completed : rest)
        )
    }

    private static func ending(_ block: Reason, hasFacts: Bool, _ hasShorterTimeout: Bool) -> Ending {
        let code = block.code
        // The device makes this judgement by its own rules, on the same facts.
        let isJudgement = ["type", "size", "device"].contains(code.stage) && code != .typeInspectorFailed
        if isJudgement || [.fetchStatus, .fetchEmpty].contains(code) { return .completed }
        switch code {
        case .networkCellularSkip: return .skipped
        case .networkDeviceTooSlow: return .late
        case .fetchDeadline: return hasShorterTimeout ? .interrupted : .late
        // A phone decodes what this machine does not read.
        case .fetchCancelled, .fetchHostCooling, .fetchEncodedBody: return .unknown
        case _ where ReasonCode.localFailures.contains(code): return hasFacts ? .completed : .unknown
        case _ where code.isRefusalHere: return .unknown
        default: return .failed(block.apple)
        }
    }
}
