import AttacheCore
import NotificationCategories
public import UserNotificationsUI

/// A device with an app, a user and a clock: a test delivers notifications and does what the user does.
///
/// Time passes only by `wait(_:)`: while the script is in use, the centre's own clock delivers nothing. A step that the user
/// could not do throws `NotificationScriptError`, which names what the screen shows. `transcript` has a line for each step
/// and each effect.
@MainActor
public final class NotificationScript {
    /// The largest number of buttons of an expanded notification. The sources differ.
    public enum ButtonLimit: Sendable {
        /// What devices showed, and vendors document: 4.
        case observed
        /// What Apple's documentation of categories allows: 10.
        case documented

        var layout: ButtonLayout { ButtonLayout(expandedLimit: self == .observed ? .four : .ten) }
    }

    /// The time of the device.
    public var now: Date { start.addingTimeInterval(elapsed / .seconds(1)) }
    /// The time since the start; unlike those of dates, its sums are exact.
    private var elapsed = Duration.zero
    /// The steps and their effects so far, a line each.
    public private(set) var transcript: [String] = []
    /// The action identifiers of the responses that the app's delegate received, in order.
    public private(set) var appResponses: [String] = []
    /// The text of the latest response that the app's delegate received; empty for one without a text.
    public private(set) var appText = ""
    /// The answers of content extensions to responses, in order.
    public internal(set) var responseOptions: [UNNotificationContentExtensionResponseOption] = []
    /// Whether a step brought the app to the foreground.
    public internal(set) var isAppOpen = false

    let center: UNUserNotificationCenter
    let extensions: [ContentExtension]
    let layout: ButtonLayout
    private let service: ExtensionHost?
    let start: Date
    private static let serviceFaultKinds: Set<ExtensionEvent.Kind> = [
        .crashed, .startFailed, .cutOff, .memoryExceeded, .attachmentDropped, .textRemoved,
    ]
    /// The times that the notifications of the list show, by identifier.
    private var dates: [String: Date] = [:]
    /// The times since the start at which pending requests are due, by identifier.
    private var triggers: [String: (request: UNNotificationRequest, due: Duration)] = [:]
    let answerLimit: Duration
    /// What an extension or a push did wrong without an error, for scripts of files.
    var faults: [String] = []
    /// The local notifications that were delivered.
    private var localCount = 0
    /// The notification on the screen.
    var shown: UNNotification?
    var stage = NotificationScreen.Stage.none
    /// The view of the expanded notification.
    var openView: OpenContentView?
    /// Called as soon as other code begins to run in a step.
    package var onActivity: (ScriptActivity) -> Void = { _ in }

    /// Creates a device with an empty screen.
    ///
    /// - Parameters:
    ///   - extensions: The app's content extensions.
    ///   - service: The host of the app's service extension, with the same centre; `nil` for an app without one.
    ///   - center: The notification centre, whose delegate is the app's.
    ///   - start: The time at the beginning.
    ///   - buttonLimit: The largest number of buttons.
    ///   - answerLimit: The real time after which an extension that does not answer a response counts as
    ///     `doNotDismiss`.
    public init(
        extensions: [ContentExtension] = [],
        service: ExtensionHost? = nil,
        center: UNUserNotificationCenter = .current(),
        start: Date = Date(timeIntervalSince1970: 1_800_000_000),
        buttonLimit: ButtonLimit = .observed,
        answerLimit: Duration = .seconds(5)
    ) {
        self.extensions = extensions
        self.service = service
        self.center = center
        self.start = start
        layout = buttonLimit.layout
        self.answerLimit = answerLimit
        center.holdDeliveries()
    }

    deinit { center.resumeDeliveries() }

    /// Delivers a push, through the service extension where there is one.
    ///
    /// - Parameters:
    ///   - payload: The JSON of the push, with `aps`.
    ///   - identifier: The collapse identifier; `nil` for none.
    ///   - sent: The time at which the server sent it, which the notification shows; `nil` for now.
    /// - Throws: `NotificationScriptError` when the user could not do it.
    public func deliver(_ payload: String, identifier: String? = nil, sent: Date? = nil) async throws {
        let name = identifier ?? "notification-\(transcript.count + 1)"
        let content: UNNotificationContent
        var serviceFaults: [ExtensionEvent.Kind] = []
        if let service {
            onActivity(.serviceExtension)
            let delivered = await service.deliver(payload, collapseIdentifier: name)
            noteRest()
            guard delivered.outcome != .rejected, delivered.outcome != .suppressed else {
                note("deliver \(name): \(delivered.outcome.rawValue)")
                if delivered.outcome == .rejected {
                    faults.append(delivered.events.first { $0.kind == .payloadRejected }?.detail ?? "it is rejected")
                }
                return
            }
            serviceFaults = delivered.kinds.filter(Self.serviceFaultKinds.contains)
            content = delivered.content
        } else {
            do {
                // Without the app's service extension the vendor's runs.
                content = try PushedNotification.withVendorButtons(Array(payload.utf8), identifier: name).content
            } catch {
                throw NotificationScriptError("deliver \(name)", "\(error)", seen: await screen)
            }
        }
        note("deliver \(name)")
        for fault in serviceFaults { note("service extension: \(fault.rawValue)") }
        dates[name] = sent ?? now
        // The host has listed it already.
        if service != nil, let listed = listed(name) {
            await show(listed)
        } else {
            let trigger = UNPushNotificationTrigger()
            await list(UNNotificationRequest(identifier: name, content: content, trigger: trigger))
        }
    }

    /// Lets time pass, and delivers the local notifications that become due, in order.
    ///
    /// - Parameter duration: The time, zero or more.
    public func wait(_ duration: Duration) async { _ = await wait(duration, limit: .max) }

    /// Lets time pass; returns `false` when that ends before, as `limit` local notifications were delivered in all.
    func wait(_ duration: Duration, limit: Int) async -> Bool {
        let end = elapsed + duration
        note("wait \(TimeAmount(duration))")
        while let (request, due) = await nextDue(), due <= end {
            guard localCount < limit else { return false }
            localCount += 1
            onActivity(.delivery)
            elapsed = max(elapsed, due)
            triggers[request.identifier] = nil
            note("deliver \(request.identifier)")
            dates[request.identifier] = now
            await list(request)
            if request.trigger?.repeats != true {
                center.removePendingNotificationRequests(withIdentifiers: [request.identifier])
            }
        }
        elapsed = max(elapsed, end)
        return true
    }

    /// Runs a method of the content extension.
    func callView(_ view: OpenContentView, _ body: (any NotificationContentController) -> Void) {
        onActivity(.contentExtension)
        body(view.controller)
        noteRest()
    }

    /// Notes that no known call runs; beside an open view its extension may have queued work.
    func noteRest() { onActivity(openView == nil ? .device : .contentExtension) }

    /// Adds a line to the transcript, with the seconds since the start.
    func note(_ text: String) {
        transcript.append("\(elapsed.components.seconds) s \(text)")
    }

    /// Gives the app's delegate a response.
    func forward(_ response: UNNotificationResponse) {
        appResponses.append(response.actionIdentifier)
        appText = (response as? UNTextInputNotificationResponse)?.userText ?? ""
        note("app receives \(response.actionIdentifier)")
        center.delegate?.userNotificationCenter(center, didReceive: response) {}
    }

    /// Takes the notification from the screen and from the list.
    func removeShown() {
        if let shown { center.removeDeliveredNotifications(withIdentifiers: [shown.request.identifier]) }
        clearScreen()
    }

    func clearScreen() {
        shown = nil
        stage = .none
        openView = nil
    }

    /// Returns a notification of the list, with the time that it shows.
    func listed(_ identifier: String) -> UNNotification? {
        center.delivered(identifier).map { UNNotification(date: dates[identifier] ?? $0.date, request: $0.request) }
    }

    /// Lists a request as delivered, and shows it.
    private func list(_ request: UNNotificationRequest) async {
        let date = dates[request.identifier] ?? now
        center.deliver(request, at: date)
        // A denied app, or a push without texts, shows nothing.
        guard let notification = listed(request.identifier) else {
            note("\(request.identifier) is not shown")
            return
        }
        await show(notification)
    }

    private func show(_ notification: UNNotification) async {
        let content = notification.request.content
        if let openView, let shown, openView.isFor(content.categoryIdentifier),
            shown.request.content.threadIdentifier == content.threadIdentifier
        {
            note("view receives \(notification.request.identifier)")
            self.shown = notification
            callView(openView) { $0.didReceive(notification) }
        } else if stage == .expanded {
            note("\(notification.request.identifier) waits in the list")
        } else {
            shown = notification
            stage = .banner
        }
    }

    /// The pending request that is due first; a trigger counts from the step that finds it.
    private func nextDue() async -> (request: UNNotificationRequest, due: Duration)? {
        var all: [(request: UNNotificationRequest, due: Duration)] = []
        for request in await center.pendingNotificationRequests() {
            let known = triggers[request.identifier].flatMap { $0.request == request ? $0.due : nil }
            guard let due = known ?? timeLeft(of: request.trigger).map({ elapsed + $0 }) else { continue }
            triggers[request.identifier] = (request, due)
            all.append((request, due))
        }
        return all.min { $0.due < $1.due }
    }

    /// Returns the time until a trigger is due, in whole milliseconds as in the centre; `nil` for never.
    private func timeLeft(of trigger: UNNotificationTrigger?) -> Duration? {
        let present = Int((now.timeIntervalSince1970 * 1000).rounded())
        return trigger?.next(after: present).map { .milliseconds($0 - present) }
    }
}
