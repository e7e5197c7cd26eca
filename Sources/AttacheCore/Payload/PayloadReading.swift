/// What the payload stage made of an item.
package enum PayloadReadResult: Sendable {
    /// A deliverable push.
    case notification(Notification)
    /// No deliverable push.
    case rejected(RejectedPayload)
}
