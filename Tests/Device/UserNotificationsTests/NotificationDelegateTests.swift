import AttacheSystem
import TestWidth
import Testing

@testable import UserNotifications

@Suite("The app's delegate", .inProcess, .timeLimit(.minutes(1)))
struct NotificationDelegateTests {
    private let center = UNUserNotificationCenter()

    private func request(_ identifier: String, category: String = "") -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = identifier
        content.badge = 2
        content.categoryIdentifier = category
        return UNNotificationRequest(identifier: identifier, content: content, trigger: nil)
    }

    @Test(
        "An app in the foreground decides on the list and the badge",
        arguments: [([], 0, 0), (.list, 1, 0), ([.banner, .badge], 0, 2), (.alert, 1, 0)]
            as [(UNNotificationPresentationOptions, Int, Int)]
    )
    func presentation(options: UNNotificationPresentationOptions, count: Int, badge: Int) async throws {
        let delegate = RecordingDelegate(options: options)
        center.delegate = delegate
        center.simulatesForegroundApp = true
        try await center.add(request("x"))
        #expect(await delegate.presented.next() == "x")
        await delegate.answered.wait()
        #expect(await center.deliveredNotifications().count == count)
        #expect(center.badge == badge)
    }

    @Test("An answer about a notification does not remove a later one with its identifier")
    func lateAnswer() async throws {
        let delegate = HoldingDelegate()
        center.delegate = delegate
        center.simulatesForegroundApp = true
        try await center.add(request("x"))
        #expect(await delegate.presented.next() == "x")
        center.simulatesForegroundApp = false
        try await center.add(request("x"))
        delegate.answer([])
        #expect(await center.deliveredNotifications().count == 1)
    }

    @Test("An app in the background is not asked")
    func background() async throws {
        let delegate = RecordingDelegate(options: [])
        center.delegate = delegate
        try await center.add(request("x"))
        #expect(await center.deliveredNotifications().count == 1)
        #expect(center.badge == 2)
    }

    @Test("The asynchronous form is called too")
    func asynchronous() async throws {
        let delegate = AsyncDelegate()
        center.delegate = delegate
        try await center.add(request("x"))
        let response = try #require(await center.simulateResponse(to: "x"))
        #expect(response.actionIdentifier == UNNotificationDefaultActionIdentifier)
        #expect(await delegate.responses.next() == UNNotificationDefaultActionIdentifier)
        #expect(await center.deliveredNotifications().isEmpty)
    }

    @Test("A response takes an action of the category, and a text where one belongs")
    func responses() async throws {
        let delegate = RecordingDelegate()
        center.delegate = delegate
        let reply = UNTextInputNotificationAction(
            identifier: "REPLY",
            title: "Reply",
            textInputButtonTitle: "Send",
            textInputPlaceholder: ""
        )
        let plain = UNNotificationAction(identifier: "OK", title: "OK")
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "C", actions: [reply, plain], intentIdentifiers: [])
        ])
        for identifier in ["1", "2", "3", "4"] { try await center.add(request(identifier, category: "C")) }
        #expect(await center.simulateResponse(to: "none") == nil)
        #expect(await center.simulateResponse(to: "1", actionIdentifier: "OTHER") == nil)
        #expect(await center.simulateResponse(to: "1", actionIdentifier: "REPLY") == nil)
        #expect(await center.simulateResponse(to: "1", actionIdentifier: "OK", userText: "x") == nil)
        #expect(await center.deliveredNotifications().count == 4)
        let text = await center.simulateResponse(to: "1", actionIdentifier: "REPLY", userText: "Yes")
        #expect((text as? UNTextInputNotificationResponse)?.userText == "Yes")
        #expect(await delegate.responses.next() == "REPLY")
        _ = await center.simulateResponse(to: "2", actionIdentifier: "OK")
        #expect(await delegate.responses.next() == "OK")
        // The category does not ask for it, so the app does not get it.
        let dismissal = await center.simulateResponse(to: "3", actionIdentifier: UNNotificationDismissActionIdentifier)
        #expect(dismissal != nil)
        _ = await center.simulateResponse(to: "4")
        #expect(await delegate.responses.next() == UNNotificationDefaultActionIdentifier)
        #expect(await center.deliveredNotifications().isEmpty)
    }
}

/// Texts that one task sends and another awaits.
final class TextStream: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func send(_ text: String) { continuation.yield(text) }

    func next() async -> String? {
        for await text in stream { return text }
        return nil
    }

    func wait() async { _ = await next() }
}

// @unchecked Sendable: nothing changes after `init`.
final class RecordingDelegate: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    let presented = TextStream()
    let answered = TextStream()
    let responses = TextStream()
    private let options: UNNotificationPresentationOptions

    init(options: UNNotificationPresentationOptions = [.banner, .list]) {
        self.options = options
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        presented.send(notification.request.identifier)
        completionHandler(options)
        answered.send("")
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        responses.send(response.actionIdentifier)
        completionHandler()
    }
}

/// Keeps the handler of `willPresent` until a test answers.
// @unchecked Sendable: the handler is behind a lock.
final class HoldingDelegate: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    let presented = TextStream()
    private let handler = Locked<(@Sendable (UNNotificationPresentationOptions) -> Void)?>(nil)

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        handler.withLock { $0 = completionHandler }
        presented.send(notification.request.identifier)
    }

    func answer(_ options: UNNotificationPresentationOptions) { handler.withLock { $0 }?(options) }
}

// @unchecked Sendable: nothing changes after `init`.
final class AsyncDelegate: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    let responses = TextStream()

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        responses.send(response.actionIdentifier)
    }
}
