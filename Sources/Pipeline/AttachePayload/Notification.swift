/// A deliverable push.
package final class Notification: Sendable {
    /// The payload in compact form; member order, number text and escapes are unchanged.
    package let payload: JSONDocument
    /// The `aps` dictionary as iOS reads it.
    package let aps: APSDictionary
    /// The item's identifier as JSON text.
    package let identifier: [UInt8]?
    /// The envelope, when the input was one.
    package let envelope: Envelope?
    /// The way back to the request, when the input was a request to a push service.
    package let delivery: Delivery?
    /// The receiving app named by an `.apns` file; not part of the payload.
    package let simulatorTargetBundle: String?
    /// Warnings and notes about the payload itself.
    package let findings: [Reason]

    init(
        payload: JSONDocument,
        aps: APSDictionary,
        identifier: [UInt8]?,
        envelope: Envelope?,
        delivery: Delivery?,
        simulatorTargetBundle: String?,
        findings: [Reason]
    ) {
        self.payload = payload
        self.aps = aps
        self.identifier = identifier
        self.envelope = envelope
        self.delivery = delivery
        self.simulatorTargetBundle = simulatorTargetBundle
        self.findings = findings
    }

    /// The same push with another value of `mutable-content`.
    package func with(_ mutableContent: APSDictionary.MutableContent) -> Notification {
        var aps = aps
        aps.mutableContent = mutableContent
        return Notification(
            payload: payload,
            aps: aps,
            identifier: identifier,
            envelope: envelope,
            delivery: delivery,
            simulatorTargetBundle: simulatorTargetBundle,
            findings: findings
        )
    }

    /// Whether the push is a background push, by the envelope's push type or, without one, by the payload.
    package var isBackgroundPush: Bool {
        if let type = envelope?.headers.pushType ?? delivery?.pushType { return type == "background" }
        return aps.isContentAvailable && !aps.hasVisibleAlert
    }
}

/// The envelope around a payload: identifier, timeout, policy, network and APNs headers.
package struct Envelope: Sendable {
    /// The item's identifier as JSON text, which keeps numbers and strings apart.
    package var identifier: [UInt8]?
    /// The time limit for this item, set by the sender.
    package var timeout: Duration?
    /// The name of the policy to use.
    package var policy: String?
    /// The name of the network to assume.
    package var network: String?
    package var headers: PushHeaders
}

/// The APNs request headers of an envelope.
package struct PushHeaders: Sendable, Equatable {
    /// All headers as received, as JSON text; `nil` when the envelope has none.
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
    /// Limit of a collapse identifier in bytes, from the same page.
    package static let collapseIdentifierLimit = 64

    package init() {}

    /// Reads the `headers` member of an envelope. A value that APNs would refuse adds a warning to `findings`, at its place in
    /// the envelope.
    package init(_ value: JSONValue, in document: JSONDocument, findings: inout [Reason]) {
        text = document.compacted(value)
        for (name, value) in value.members {
            let fault: (message: String, fix: String)? =
                switch name.lowercased() {
                case "apns-push-type": readPushType(value)
                case "apns-collapse-id": readCollapseIdentifier(value)
                case "apns-priority": Self.faultOfPriority(value)
                default: nil
                }
            guard let fault else { continue }
            // None of these names has a character that a pointer escapes.
            findings.append(Reason(.payloadInvalidHeader, fault.message, fix: fault.fix, pointer: "/headers/\(name)"))
        }
    }

    private mutating func readPushType(_ value: JSONValue) -> (String, String)? {
        guard let type = value.string, Self.pushTypes.contains(type) else {
            return (
                "The header apns-push-type is not a push type of APNs.", "Use \"alert\" for a notification with media."
            )
        }
        pushType = type
        return nil
    }

    private mutating func readCollapseIdentifier(_ value: JSONValue) -> (String, String)? {
        let limit = Self.collapseIdentifierLimit
        guard let identifier = value.string else {
            return ("The header apns-collapse-id is not a string.", "Write a string of at most \(limit) bytes.")
        }
        guard identifier.utf8.count <= limit else {
            return (
                "The header apns-collapse-id has \(identifier.utf8.count) bytes; the limit is \(limit).",
                "Shorten it, such as by a hash. APNs answers 400 BadCollapseId."
            )
        }
        collapseIdentifier = identifier
        return nil
    }

    private static func faultOfPriority(_ value: JSONValue) -> (String, String)? {
        let number = value.integer ?? value.string.flatMap { Int($0) }
        if let number, [1, 5, 10].contains(number) { return nil }
        return (
            "The header apns-priority is not 10, 5 or 1.",
            "Use 10 to show the notification immediately. APNs answers this value with 400 BadPriority."
        )
    }
}
