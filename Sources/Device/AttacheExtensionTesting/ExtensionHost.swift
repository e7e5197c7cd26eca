import AttacheCore
import AttacheSystem
public import UserNotifications

/// Runs a notification service extension as a device does, in this process or in one of its own.
///
/// Each push gets an instance of its own and 30 s by a clock. Pushes wait for each other. A crash of an extension in this
/// process ends it; in a process of its own a crash is a result, and the next push gets a new process.
public final class ExtensionHost: Sendable {
    private let place: any ExtensionRunning
    private let limits: ExtensionLimits
    private let startTime: @Sendable () -> ExtensionTime
    private let filtersNotifications: Bool
    private let center: UNUserNotificationCenter
    private let turns = TurnQueue()

    /// Creates a host for an extension in this process.
    ///
    /// - Parameters:
    ///   - principal: An expression that makes an instance, such as `NotificationService()`; it is evaluated for each
    ///     push, on the queue that runs `didReceive`.
    ///   - limits: The time that the extension has.
    ///   - clock: The clock of the limits.
    ///   - filtersNotifications: Whether the app has the entitlement to suppress notifications.
    ///   - center: The notification centre that keeps what is delivered.
    public convenience init<Source: Clock>(
        _ principal: @autoclosure @escaping @Sendable () -> UNNotificationServiceExtension,
        limits: ExtensionLimits = .device,
        clock: Source = ContinuousClock(),
        filtersNotifications: Bool = false,
        center: UNUserNotificationCenter = .current()
    ) where Source.Duration == Duration {
        self.init(
            in: LocalExtension(make: principal),
            limits: limits,
            clock: clock,
            filtersNotifications: filtersNotifications,
            center: center
        )
    }

    /// Creates a host for an extension in a process of its own.
    ///
    /// - Parameters:
    ///   - program: The program whose main is `ExtensionMain.run`, and what its process finds.
    ///   - limits: The time that the extension has, with the start of the process.
    ///   - clock: The clock of the limits.
    ///   - filtersNotifications: Whether the app has the entitlement to suppress notifications.
    ///   - center: The notification centre that keeps what is delivered.
    public convenience init<Source: Clock>(
        program: ExtensionProgram,
        limits: ExtensionLimits = .device,
        clock: Source = ContinuousClock(),
        filtersNotifications: Bool = false,
        center: UNUserNotificationCenter = .current()
    ) where Source.Duration == Duration {
        self.init(
            in: ProcessExtension(program),
            limits: limits,
            clock: clock,
            filtersNotifications: filtersNotifications,
            center: center
        )
    }

    private init<Source: Clock>(
        in place: any ExtensionRunning,
        limits: ExtensionLimits,
        clock: Source,
        filtersNotifications: Bool,
        center: UNUserNotificationCenter
    ) where Source.Duration == Duration {
        self.place = place
        self.limits = limits
        startTime = { ExtensionTime(startingNow: clock) }
        self.filtersNotifications = filtersNotifications
        self.center = center
    }

    /// Delivers a push.
    ///
    /// - Parameters:
    ///   - payload: The JSON of the push, with `aps`.
    ///   - collapseIdentifier: The value of `apns-collapse-id`, which becomes the request's identifier.
    /// - Returns: The notification as the user sees it.
    public func deliver(_ payload: String, collapseIdentifier: String? = nil) async -> DeliveredNotification {
        await deliver(Array(payload.utf8), collapseIdentifier: collapseIdentifier)
    }

    /// Delivers a push.
    ///
    /// - Parameters:
    ///   - payload: The JSON of the push in UTF-8, with `aps`.
    ///   - collapseIdentifier: The value of `apns-collapse-id`, which becomes the request's identifier.
    /// - Returns: The notification as the user sees it.
    public func deliver(_ payload: [UInt8], collapseIdentifier: String? = nil) async -> DeliveredNotification {
        await deliver(payload, collapseIdentifier: collapseIdentifier, texts: [])
    }

    /// Delivers a push whose title, subtitle and body are those of the app's strings; `texts` is empty for those of the payload.
    package func deliver(
        _ payload: [UInt8],
        collapseIdentifier: String?,
        texts: [String]
    ) async -> DeliveredNotification {
        await turns.enter()
        defer { turns.leave() }
        let time = startTime()
        let log = EventLog(elapsed: time.elapsed)
        let identifier = collapseIdentifier ?? UUID().uuidString
        let pushed: PushedNotification
        do throws(PushPayloadError) {
            pushed = try PushedNotification(payload: payload, texts: texts)
        } catch {
            log.add(.payloadRejected, error.description)
            return DeliveredNotification(
                outcome: .rejected,
                content: UNNotificationContent(),
                identifier: identifier,
                duration: time.elapsed(),
                log: log
            )
        }
        for finding in pushed.findings { log.add(.payloadValueIgnored, finding.message) }
        let (outcome, content) = await process(pushed, payload, identifier, time, log)
        let delivered = DeliveredNotification(
            outcome: outcome,
            content: content,
            identifier: identifier,
            duration: time.elapsed(),
            log: log
        )
        if outcome != .suppressed {
            let trigger = UNPushNotificationTrigger()
            center.deliver(UNNotificationRequest(identifier: identifier, content: content, trigger: trigger))
        }
        return delivered
    }

    /// Ends the process of the extension, if it has one; the next push gets a new one.
    public func end() async {
        await turns.enter()
        defer { turns.leave() }
        place.end()
    }

    private func process(
        _ pushed: PushedNotification,
        _ payload: [UInt8],
        _ identifier: String,
        _ time: ExtensionTime,
        _ log: EventLog
    ) async -> (DeliveredNotification.Outcome, UNNotificationContent) {
        guard pushed.runsExtension else {
            log.add(.extensionSkipped, "An extension runs for a push with alert text and \"mutable-content\": 1.")
            return (.original, pushed.content)
        }
        let request = UNNotificationRequest(
            identifier: identifier,
            content: pushed.content,
            trigger: UNPushNotificationTrigger()
        )
        let push = ReceivedPush(
            payload: payload,
            request: request,
            log: log,
            time: time,
            limits: limits,
            store: center.store,
            centerDirectory: center.attachmentDirectory
        )
        let unchanged = filtersNotifications ? DeliveredNotification.Outcome.suppressed : .original
        switch await place.run(push) {
        case .cutOff:
            return (unchanged, pushed.content)
        // Also with the entitlement to suppress notifications.
        case .crash:
            return (.original, pushed.content)
        case .content(let secured):
            guard secured.content.isVisible else {
                secured.discard()
                log.add(.textRemoved, "The content has no title, subtitle or body.")
                return (unchanged, pushed.content)
            }
            secured.keep()
            return (.fromExtension, secured.content)
        }
    }
}

/// Admits one task at a time, in the order of arrival.
private final class TurnQueue: Sendable {
    private struct State {
        var isTaken = false
        var waiters = FIFOQueue<Waiter<Void>>()
    }

    private let state = Locked(State())

    func enter() async {
        let waiter = Waiter<Void>()
        let mustWait = state.withLock { state in
            guard state.isTaken else {
                state.isTaken = true
                return false
            }
            state.waiters.append(waiter)
            return true
        }
        if mustWait { await waiter.wait() }
    }

    func leave() {
        let next = state.withLock { state -> Waiter<Void>? in
            guard let next = state.waiters.popFirst() else {
                state.isTaken = false
                return nil
            }
            return next
        }
        next?.resume()
    }
}
