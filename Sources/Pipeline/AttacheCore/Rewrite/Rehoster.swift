/// The address of the stored copy of an attachment.
package protocol MediaRehosting: Sendable {
    /// Returns the URL of the copy, in ASCII and without characters that JSON escapes.
    func url(of attachment: Attachment) -> String
}

/// Writes the URLs of verified copies into the payload that goes out; all other bytes stay as they are.
package struct Rehoster: Sendable {
    private let copies: any MediaRehosting

    package init(_ copies: any MediaRehosting) {
        self.copies = copies
    }

    /// Replaces the URL of each attached media file. A payload that would become too large, a request in which the URL is not a
    /// string of its own, and a repaired file whose first type the payload names keep the origin's URLs and get a warning.
    ///
    /// Returns the places of the media whose URLs were replaced.
    func apply(
        to result: inout RewriteResult,
        of notification: Notification,
        _ media: some Sequence<(MediaReference, MediaVerdict)>
    ) -> Set<Int> {
        guard result.outcome == .attached else { return [] }
        var changes: [(value: JSONValue, text: [UInt8])] = []
        // Two paths of a policy may match one string.
        var places: Set<Int> = []
        var replaced: Set<String> = []
        var growth = 0
        var loads: [Int: DeviceMedium] = [:]
        for (index, (reference, verdict)) in media.enumerated() {
            guard let attachment = verdict.attachment, let value = reference.value, value.kind == .string else {
                continue
            }
            let place = reference.pointer
            let pointer = notification.delivery?.pointer(of: place) ?? place
            if reference.typeHint != nil, verdict.repair?.outcome == .repaired {
                result.reasons.append(Self.namesType(at: pointer))
                continue
            }
            replaced.insert(pointer)
            let url = copies.url(of: attachment)
            loads[index] = DeviceMedium(copyAt: url, of: attachment, insteadOf: reference, verdict)
            guard places.insert(value.index).inserted else { continue }
            let text = Array(url.utf8)
            growth += text.count - (value.byteRange.count - 2)
            changes.append((value, text))
        }
        guard let first = changes.first else { return [] }
        let pointer = JSONMatch(value: first.value, root: notification.payload.root).pointer
        let isVoice = notification.envelope?.headers.pushType == "voip"
        let limit = isVoice ? PayloadReader.voiceLimit : PayloadReader.payloadLimit
        let byteCount = notification.payload.bytes.count + growth
        guard byteCount <= limit else {
            result.reasons.append(Self.tooLarge(byteCount, limit: limit, at: pointer))
            return []
        }
        if let delivery = notification.delivery {
            guard let request = delivery.request(replacing: changes) else {
                result.reasons.append(delivery.located(Self.notAString(at: pointer)))
                return []
            }
            result.payload = request
        } else {
            result.payload = notification.payload.applying(changes.map { $0.value.replacingContents(by: $0.text) })
        }
        result.namesCopies = true
        // The device loads what the payload names.
        result.copies = loads
        Self.note(replaced, in: &result)
        return Set(loads.keys)
    }

    /// Removes the advice to send a repaired file where its URL is in the payload now.
    private static func note(_ replaced: Set<String>, in result: inout RewriteResult) {
        for (index, reason) in result.reasons.enumerated() where reason.code == .typeRepaired {
            if let pointer = reason.pointer, replaced.contains(pointer) { result.reasons[index].fix = nil }
        }
    }

    private static func namesType(at pointer: String) -> Reason {
        Reason(
            .attachRehostSkipped,
            "The payload names the type of the original beside the URL.",
            fix: "Send that of the repaired file.",
            pointer: pointer,
            stage: .rewrite
        )
    }

    private static func tooLarge(_ byteCount: Int, limit: Int, at pointer: String) -> Reason {
        Reason(
            .attachRehostSkipped,
            "With the URL of the copy the payload has \(byteCount) bytes; APNs takes \(limit).",
            fix: "Shorten the payload, or use a shorter URL for --rehost.",
            pointer: pointer,
            stage: .rewrite
        )
    }

    private static func notAString(at pointer: String) -> Reason {
        Reason(
            .attachRehostSkipped,
            "The request has no string that is the media URL, so the URL of the copy has no place in it.",
            fix: "Give the whole URL as one string.",
            pointer: pointer,
            stage: .rewrite
        )
    }
}
