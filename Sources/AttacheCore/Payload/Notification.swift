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
