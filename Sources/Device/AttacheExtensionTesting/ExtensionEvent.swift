import AttacheCore
import AttacheSystem

/// One thing that happened while a push was processed.
public struct ExtensionEvent: Sendable, CustomStringConvertible {
    /// The kinds of events.
    public enum Kind: String, Sendable, CaseIterable {
        /// The payload is not one that APNs delivers.
        case payloadRejected = "payload-rejected"
        /// A value of `aps` that iOS ignores.
        case payloadValueIgnored = "payload-value-ignored"
        /// The push has no alert text or no `mutable-content`, so that no extension runs.
        case extensionSkipped = "extension-skipped"
        /// The instance was made and `didReceive` begins.
        case receiveStarted = "receive-started"
        /// `didReceive` returned.
        case receiveReturned = "receive-returned"
        /// The handler was called in time.
        case handlerCalled = "handler-called"
        /// The handler was called again, which has no effect.
        case handlerCalledAgain = "handler-called-again"
        /// The handler was called after the cut-off, which has no effect.
        case handlerCalledLate = "handler-called-late"
        /// `serviceExtensionTimeWillExpire` begins.
        case expiryStarted = "expiry-started"
        /// `serviceExtensionTimeWillExpire` returned.
        case expiryReturned = "expiry-returned"
        /// The time ended without a call of the handler.
        case cutOff = "cut-off"
        /// The file of an attachment was copied to the store.
        case attachmentSecured = "attachment-secured"
        /// An attachment is invalid, and the others are delivered without it.
        case attachmentDropped = "attachment-dropped"
        /// An attachment on which a device may differ, or an option without effect.
        case attachmentNoted = "attachment-noted"
        /// The extension's content has no text, so that it is not used.
        case textRemoved = "text-removed"
        /// The process of the extension ended, by a fault or by itself.
        case crashed
        /// The process of the extension could not be started.
        case startFailed = "start-failed"
        /// The extension used more memory than a device gives it.
        case memoryExceeded = "memory-exceeded"
        /// The extension donated a message or a call.
        case donated
        /// The extension replaced the categories of the app.
        case categoriesRegistered = "categories-registered"
        /// The extension removed delivered notifications.
        case notificationsRemoved = "notifications-removed"
        /// A value of `userInfo` that a delivered notification does not keep.
        case valueDropped = "value-dropped"
        /// A line that the extension printed.
        case printed
        /// A line that the extension logged or wrote to standard error.
        case logged
    }

    /// What happened.
    public let kind: Kind
    /// The time since the push arrived.
    public let time: Duration
    /// A sentence; empty where the kind says everything.
    public let detail: String

    /// The time in seconds, the kind and the sentence.
    public var description: String {
        let milliseconds = Int(time.milliseconds)
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(fraction) s \(kind.rawValue)\(detail.isEmpty ? "" : ": \(detail)")"
    }
}

/// The events of a push, in order; calls of the extension may add some after the delivery.
final class EventLog: Sendable {
    private struct State {
        var events: [ExtensionEvent] = []
        var watchers: [(kind: ExtensionEvent.Kind, waiter: Waiter<ExtensionEvent>)] = []
    }

    private let state = Locked(State())
    private let elapsed: @Sendable () -> Duration
    private let added: @Sendable (ExtensionEvent) -> Void

    /// Creates a log; `added` is called with each event, in order.
    init(
        elapsed: @escaping @Sendable () -> Duration,
        added: @escaping @Sendable (ExtensionEvent) -> Void = { _ in }
    ) {
        self.elapsed = elapsed
        self.added = added
    }

    var events: [ExtensionEvent] { state.withLock { $0.events } }

    func add(_ kind: ExtensionEvent.Kind, _ detail: String = "") {
        let due = state.withLock { state in
            // Inside the lock, so that times do not go back.
            let event = ExtensionEvent(kind: kind, time: elapsed(), detail: detail)
            state.events.append(event)
            added(event)
            let due = state.watchers.filter { $0.kind == kind }.map { ($0.waiter, event) }
            state.watchers.removeAll { $0.kind == kind }
            return due
        }
        for (waiter, event) in due { waiter.resume(returning: event) }
    }

    /// Waits for the first event of a kind, which may have happened already. A cancelled task, such as that of a test beyond
    /// its time limit, gets an event that says so.
    func first(_ kind: ExtensionEvent.Kind) async -> ExtensionEvent {
        let waiter = Waiter<ExtensionEvent>()
        let past = state.withLock { state in
            let past = state.events.first { $0.kind == kind }
            if past == nil { state.watchers.append((kind, waiter)) }
            return past
        }
        if let past { return past }
        return await waiter.wait {
            let sentence = "The wait was cancelled: this has not happened."
            waiter.resume(returning: ExtensionEvent(kind: kind, time: self.elapsed(), detail: sentence))
        }
    }
}
