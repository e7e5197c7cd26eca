/// A deliverable push: the payload with everything the later stages ask of it.
package struct Notification: Sendable {
    /// The payload in compact form; member order, number text and escapes are the sender's.
    package var payload: JSONDocument
    /// The `aps` dictionary as iOS reads it.
    package var aps: APSDictionary
    /// The sender's own name for the item, as JSON text.
    package var identifier: [UInt8]?
    /// What came around the payload, when the input was an envelope.
    package var envelope: Envelope?
    /// The receiving app named by an `.apns` file, which is no part of the payload.
    package var simulatorTargetBundle: String?
    /// What is at risk in the payload itself: warnings and notes.
    package var findings: [Reason]

    /// The push type of the envelope's headers, or what the payload implies.
    package var isBackgroundPush: Bool {
        if let type = envelope?.headers.pushType { return type == "background" }
        return aps.isContentAvailable && !aps.hasVisibleAlert
    }
}

/// What a sender may put around a payload: identity, time, policy, network and APNs headers.
package struct Envelope: Sendable {
    /// The sender's own name for the item, as JSON text so that numbers and strings come back as they went in.
    package var identifier: [UInt8]?
    /// The sender's time for this item.
    package var timeout: Duration?
    /// The policy to use.
    package var policy: String?
    /// The network to assume.
    package var network: String?
    /// The APNs request headers.
    package var headers: PushHeaders
}

/// The APNs request headers of an envelope.
package struct PushHeaders: Sendable, Equatable {
    /// Every header as it came, as JSON text; `nil` when the envelope has none.
    package var text: [UInt8]?
    /// `apns-push-type`.
    package var pushType: String?
    /// `apns-collapse-id`, at most 64 bytes.
    package var collapseIdentifier: String?

    /// The push types of Apple's "Sending notification requests to APNs".
    package static let pushTypes: Set<String> = [
        "alert", "background", "controls", "location", "voip", "complication", "fileprovider", "mdm", "liveactivity",
        "pushtotalk", "widgets",
    ]
    /// Bytes a collapse identifier may have, from the same page.
    package static let collapseIdentifierLimit = 64

    /// No headers.
    package init() {}

    /// Reads the `headers` member of an envelope; what APNs would refuse becomes a warning, never a rejection.
    ///
    /// - Parameters:
    ///   - value: The member's value, an object.
    ///   - document: The document it stands in.
    ///   - findings: Takes the warnings.
    package init(_ value: JSONValue, in document: JSONDocument, findings: inout [Reason]) {
        text = document.compacted(value)
        for (name, value) in value.members {
            switch name.lowercased() {
            case "apns-push-type": readPushType(value, findings: &findings)
            case "apns-collapse-id": readCollapseIdentifier(value, findings: &findings)
            case "apns-priority": checkPriority(value, findings: &findings)
            default: break
            }
        }
    }

    private mutating func readPushType(_ value: JSONValue, findings: inout [Reason]) {
        guard let type = value.string, Self.pushTypes.contains(type) else {
            findings.append(
                Reason(
                    .payloadInvalidHeader,
                    "The header apns-push-type is not a push type that APNs knows.",
                    fix: "Use \"alert\" for a notification with media."
                )
            )
            return
        }
        pushType = type
    }

    private mutating func readCollapseIdentifier(_ value: JSONValue, findings: inout [Reason]) {
        guard let identifier = value.string, identifier.utf8.count <= Self.collapseIdentifierLimit else {
            findings.append(
                Reason(
                    .payloadInvalidHeader,
                    "The header apns-collapse-id is not a string of at most \(Self.collapseIdentifierLimit) bytes.",
                    fix: "Shorten it: APNs answers 400 BadCollapseId."
                )
            )
            return
        }
        collapseIdentifier = identifier
    }

    private func checkPriority(_ value: JSONValue, findings: inout [Reason]) {
        let number = value.integer ?? value.string.flatMap { Int($0) }
        if let number, [1, 5, 10].contains(number) { return }
        findings.append(
            Reason(
                .payloadInvalidHeader,
                "The header apns-priority is none of 10, 5 and 1.",
                fix: "Use 10 for a notification that shows at once: APNs answers 400 BadPriority."
            )
        )
    }
}
