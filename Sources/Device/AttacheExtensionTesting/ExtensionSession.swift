import AttacheCore
import AttacheSystem
import UserNotifications

/// What ends the work of an extension on a push.
enum ExtensionAnswer: Sendable {
    case content(SecuredContent)
    case cutOff
    /// The process of the extension ended, or could not be started.
    case crash
}

/// One push in an extension of this process: the calls into it, and its calls of the handler.
final class ExtensionSession: Sendable {
    private enum Phase {
        case running
        case answered
        case cutOff
    }

    private struct State {
        var phase = Phase.running
        var instance: UNNotificationServiceExtension?
        var isExpired = false

        /// The instance whose expiry callback is due: it exists, the time is over, and there is no answer.
        var expiring: Transferred? { phase == .running && isExpired ? instance.map { Transferred(value: $0) } : nil }
    }

    private let log: EventLog
    private let store: AttachmentStore
    private let keptDirectory: String?
    private let answered: @Sendable (ExtensionAnswer) -> Void
    private let state = Locked(State())

    /// Creates a session; `answered` is called once, inside the extension's call of the handler or that of `cutOff`.
    /// Files in the directory `kept` are copied, and not moved.
    init(
        log: EventLog,
        store: AttachmentStore,
        kept: String? = nil,
        answered: @escaping @Sendable (ExtensionAnswer) -> Void
    ) {
        self.log = log
        self.store = store
        keptDirectory = kept
        self.answered = answered
    }

    /// Makes an instance, and has it receive a request.
    func start(_ request: UNNotificationRequest, in make: @escaping @Sendable () -> UNNotificationServiceExtension) {
        // A queue for each push: one that an earlier push still blocks must not hold this one.
        DispatchQueue(label: "UNNotificationServiceExtension").async { self.receive(request, in: make) }
    }

    private func receive(_ request: UNNotificationRequest, in make: @Sendable () -> UNNotificationServiceExtension) {
        let instance = make()
        let expiring = state.withLock { state in
            if state.phase == .running { state.instance = instance }
            return state.expiring
        }
        log.add(.receiveStarted)
        // Making the instance took all the time.
        if let expiring { callExpiry(of: expiring) }
        instance.didReceive(request) { self.handle($0) }
        log.add(.receiveReturned)
    }

    /// Takes a call of the handler, on any thread.
    private func handle(_ content: UNNotificationContent) {
        let phase = state.withLock { state in
            defer { if state.phase == .running { state.phase = .answered } }
            return state.phase
        }
        switch phase {
        case .answered: log.add(.handlerCalledAgain, "Only the first call of the handler has an effect.")
        case .cutOff: log.add(.handlerCalledLate, "The original content was delivered before.")
        case .running:
            log.add(.handlerCalled)
            // Before the call returns: the extension may change the content and the files after it.
            answered(.content(SecuredContent(content, in: store, directory: keptDirectory, log: log)))
        }
    }

    /// Calls the expiry callback, unless the extension has answered.
    @Sendable func expire() {
        let expiring = state.withLock { state in
            state.isExpired = true
            return state.expiring
        }
        if let expiring { callExpiry(of: expiring) }
    }

    private func callExpiry(of instance: Transferred) {
        log.add(.expiryStarted)
        // `didReceive` may still run on its queue.
        DispatchQueue(label: "serviceExtensionTimeWillExpire").async {
            instance.value.serviceExtensionTimeWillExpire()
            self.log.add(.expiryReturned)
        }
    }

    /// Ends the wait for an answer; later calls of the handler have no effect.
    @Sendable func cutOff() {
        let ends = state.withLock { state in
            guard state.phase == .running else { return false }
            state.phase = .cutOff
            return true
        }
        guard ends else { return }
        log.add(.cutOff, "The handler was not called in time.")
        answered(.cutOff)
    }

    /// Releases the instance, whose property with the handler would keep both.
    func end() {
        state.withLock { $0.instance = nil }
    }
}

/// A reference passed to another queue.
// @unchecked Sendable: iOS calls the same instance on two threads at once, so extensions have to expect it.
private struct Transferred: @unchecked Sendable {
    let value: UNNotificationServiceExtension
}
