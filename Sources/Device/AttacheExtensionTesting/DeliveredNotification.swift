public import UserNotifications

// @unchecked Sendable: the content is immutable.
/// What the user of a device sees of a push, and how it came about.
public struct DeliveredNotification: @unchecked Sendable {
    /// The origin of what is shown.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The content that the extension passed to the handler.
        case fromExtension = "from-extension"
        /// The content of the push: no extension ran, or what it did was late or has no text.
        case original
        /// Nothing is shown, since the extension may filter notifications.
        case suppressed
        /// APNs does not deliver the payload.
        case rejected
    }

    /// The origin of the content.
    public let outcome: Outcome
    /// The content, with attachments in the notification centre's store.
    public let content: UNNotificationContent
    /// The identifier of the request: the collapse identifier or a unique one.
    public let identifier: String
    /// The time from the arrival of the push to its delivery.
    public let duration: Duration
    let log: EventLog

    /// The events so far; the extension may cause more after the delivery.
    public var events: [ExtensionEvent] { log.events }

    /// The kinds of the events so far.
    public var kinds: [ExtensionEvent.Kind] { log.events.map(\.kind) }

    /// Waits for the first event of a kind, also one after the delivery.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: The event; one whose sentence says so when the task is cancelled before.
    public func event(_ kind: ExtensionEvent.Kind) async -> ExtensionEvent { await log.first(kind) }
}
