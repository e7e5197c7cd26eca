import AttacheCore
import AttacheSystem
import UserNotifications

/// One push in an extension: the calls into it, its calls of the handler, and the limits of time.
final class ExtensionSession: Sendable {
    /// What ends a session.
    enum Answer: Sendable {
        case content(SecuredContent)
        case cutOff
    }

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

    let log: EventLog
    private let store: AttachmentStore
    private let state = Locked(State())
    private let answer = Waiter<Answer>()

    init(log: EventLog, store: AttachmentStore) {
        self.log = log
        self.store = store
    }

    /// Runs the extension for a request until it calls the handler or its time ends.
    func run(
        _ request: UNNotificationRequest,
        in make: @escaping @Sendable () -> UNNotificationServiceExtension,
        time: ExtensionTime,
        limits: ExtensionLimits
    ) async -> Answer {
        // A queue for each push: one that an earlier push still blocks must not hold this one.
        DispatchQueue(label: "UNNotificationServiceExtension").async { self.receive(request, in: make) }
        async let _: Void = watch(time, limits)
        let answer = await answer.wait(onCancel: cutOff)
        // The timers are cancelled at the end of this scope. The instance's property with the handler would keep both.
        state.withLock { $0.instance = nil }
        return answer
    }

    private func receive(
        _ request: UNNotificationRequest,
        in make: @Sendable () -> UNNotificationServiceExtension
    ) {
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
            answer.resume(returning: .content(SecuredContent(content, in: store, log: log)))
        }
    }

    private func watch(_ time: ExtensionTime, _ limits: ExtensionLimits) async {
        do {
            try await time.sleep(limits.expiry)
            expire()
            try await time.sleep(limits.cutOff)
            cutOff()
        } catch {
            // The handler was called.
        }
    }

    private func expire() {
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

    @Sendable private func cutOff() {
        let ends = state.withLock { state in
            guard state.phase == .running else { return false }
            state.phase = .cutOff
            return true
        }
        guard ends else { return }
        log.add(.cutOff, "The handler was not called in time.")
        answer.resume(returning: .cutOff)
    }
}

/// A reference passed to another queue.
// @unchecked Sendable: iOS calls the same instance on two threads at once, so extensions have to expect it.
private struct Transferred: @unchecked Sendable {
    let value: UNNotificationServiceExtension
}
