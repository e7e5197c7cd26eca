import AttacheExtensionTesting
import TestWidth
import Testing
import UserNotificationsUI

@testable import UserNotifications

/// A view whose answers and context calls a test chooses.
private class ProbeController: ContentViewController {
    let state = ContentLabel("state")
    var mediaPlayPauseButtonType = UNNotificationContentExtensionMediaPlayPauseButtonType.none

    override func viewDidLoad() {
        title = "Probe"
        view.add(
            state,
            ContentButton("open") { [unowned self] in extensionContext?.performNotificationDefaultAction() },
            ContentButton("leave") { [unowned self] in extensionContext?.dismissNotificationContentExtension() }
        )
    }

    func didReceive(_ notification: UNNotification) {
        let kind = notification.request.content.userInfo["media"] as? Int ?? 0
        mediaPlayPauseButtonType = UNNotificationContentExtensionMediaPlayPauseButtonType(rawValue: UInt(kind)) ?? .none
    }

    func mediaPlay() { state.show("playing") }

    func mediaPause() {
        state.show("paused")
        extensionContext?.mediaPlayingPaused()
    }
}

extension ContentButton {
    fileprivate convenience init(_ name: String, onTap: @escaping @MainActor () -> Void) {
        self.init(name, title: name, onTap: onTap)
    }
}

/// An extension without a method for responses.
private final class PlainController: ProbeController, UNNotificationContentExtension {}

private class AnsweringController: ProbeController {
    let answers: [String: UNNotificationContentExtensionResponseOption] = [
        "stay": .doNotDismiss, "leave": .dismiss, "forward": .dismissAndForwardAction,
        "reply": .dismissAndForwardAction,
    ]
}

private final class CompletionController: AnsweringController, UNNotificationContentExtension {
    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        if let answer = answers[response.actionIdentifier] {
            completion(answer)
            completion(.dismissAndForwardAction)
        }
    }
}

private final class AsyncController: AnsweringController, UNNotificationContentExtension {
    func didReceive(_ response: UNNotificationResponse) async -> UNNotificationContentExtensionResponseOption {
        await Task.yield()
        return answers[response.actionIdentifier] ?? .doNotDismiss
    }
}

/// A view with a button that fades to an opacity, and takes it as its title at the end.
private final class FadingController: ProbeController, UNNotificationContentExtension {
    let alpha: Double

    init(alpha: Double) {
        self.alpha = alpha
        super.init()
    }

    override func viewDidLoad() {
        let alpha = alpha
        let button = ContentButton("fade", title: "Fade")
        button.onTap = { [unowned button] in
            button.fade(to: alpha, duration: 3600) { [unowned button] in button.title = "Faded" }
        }
        view.add(button)
    }
}

private final class TextApp: NSObject, UNUserNotificationCenterDelegate {
    var texts: [String] = []

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        texts.append((response as? UNTextInputNotificationResponse)?.userText ?? "")
        completionHandler()
    }
}

@Suite("Behaviour of content extensions", .inProcess, .timeLimit(.minutes(1)))
@MainActor
struct ContentExtensionBehaviourTests {
    private let center = UNUserNotificationCenter()

    private func script(
        buttons: [String] = ["stay", "leave", "forward"],
        limit: NotificationScript.ButtonLimit = .observed,
        media: Int = 0,
        answerLimit: Duration = .seconds(3600),
        _ make: @escaping @MainActor @Sendable () -> any NotificationContentController
    ) async throws -> NotificationScript {
        let actions = buttons.map { UNNotificationAction(identifier: $0, title: $0.capitalized) }
        let reply = UNTextInputNotificationAction(
            identifier: "reply",
            title: "Reply",
            options: [.authenticationRequired],
            textInputButtonTitle: "Send",
            textInputPlaceholder: "Text"
        )
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "probe", actions: actions + [reply], intentIdentifiers: [])
        ])
        let view = ContentExtension(categories: ["probe"], overridesDefaultTitle: true, isInteractive: true, make())
        let script = NotificationScript(
            extensions: [view],
            center: center,
            buttonLimit: limit,
            answerLimit: answerLimit
        )
        try await script.deliver(push("T", category: "probe", more: "\"media\":\(media)"), identifier: "n")
        return script
    }

    /// The action, whether the view stays, and whether the app is informed.
    private nonisolated static let answers = [("stay", true, false), ("leave", false, false), ("forward", false, true)]

    @Test("The response option decides who is informed", arguments: answers, [true, false])
    func options(answer: (String, Bool, Bool), usesCompletion: Bool) async throws {
        let script = try await script {
            let completion: any NotificationContentController = CompletionController()
            return usesCompletion ? completion : AsyncController()
        }
        try await script.longPress()
        try await script.expect(\.title, "Probe")
        try await script.tapAction(answer.0)
        try await script.expect(\.stage, answer.1 ? .expanded : .none)
        try await script.expect(appResponses: answer.2 ? [answer.0] : [])
        #expect(await center.deliveredNotifications().count == (answer.1 ? 1 : 0))
    }

    @Test("An extension without the method forwards every action")
    func noMethod() async throws {
        let script = try await script { PlainController() }
        try await script.longPress()
        try await script.tapAction("stay")
        try await script.expect(appResponses: ["stay"])
    }

    @Test("An extension that does not answer keeps the view open")
    func silent() async throws {
        let script = try await script(buttons: ["unknown"], answerLimit: .milliseconds(50)) { CompletionController() }
        try await script.longPress()
        try await script.tapAction("unknown")
        try await script.expect(\.stage, .expanded)
        #expect(script.transcript.contains("0 s view does not answer"))
    }

    @Test("A text is typed where the button has a field only")
    func text() async throws {
        let app = TextApp()
        center.delegate = app
        let script = try await script { CompletionController() }
        try await script.longPress()
        #expect(await isRefused { try await script.tapAction("reply") })
        #expect(await isRefused { try await script.tapAction("forward", typing: "x") })
        try await script.tapAction("Reply", typing: "Yes, please")
        #expect(app.texts == ["Yes, please"])
        #expect(script.transcript.contains("0 s device asks for authentication"))
    }

    @Test("The context opens the app, or closes the view and keeps the notification")
    func context() async throws {
        let first = try await script { PlainController() }
        try await first.longPress()
        try await first.tap("leave")
        try await first.expect(\.stage, .none)
        #expect(await center.deliveredNotifications().count == 1 && !first.isAppOpen)
        try await first.longPress("n")
        try await first.tap("open")
        try await first.expect(appResponses: [UNNotificationDefaultActionIdentifier])
        #expect(await center.deliveredNotifications().isEmpty && first.isAppOpen)
    }

    @Test(
        "A script sees the end of a fade",
        arguments: [(1, "Faded", [:]), (2, "Faded", [:]), (0.4, "Faded", ["fade": 0.4]), (0, nil, [:]), (-1, nil, [:])]
            as [(Double, String?, [String: Double])]
    )
    func fade(alpha: Double, text: String?, alphas: [String: Double]) async throws {
        let script = try await script { FadingController(alpha: alpha) }
        try await script.longPress()
        try await script.expect(element: "fade", "Fade")
        try await script.tap("fade")
        try await script.expect(element: "fade", text)
        try await script.expect(\.alphas, alphas)
        #expect(await isRefused { try await script.tap("fade") } == (text == nil))
        #expect(await script.screen.description.contains("\"Faded\" at 40%") == (alpha == 0.4))
    }

    @Test("The media button plays and pauses", arguments: [(0, "", ""), (1, "play", "pause"), (2, "play", "")])
    func media(kind: Int, before: String, during: String) async throws {
        let script = try await script(media: kind) { PlainController() }
        try await script.longPress()
        try await script.expect(\.mediaButton, before)
        guard !before.isEmpty else {
            #expect(await isRefused { try await script.tapMediaButton() })
            return
        }
        try await script.tapMediaButton()
        try await script.expect(element: "state", "playing")
        try await script.expect(\.mediaButton, during)
        if !during.isEmpty {
            try await script.tapMediaButton()
            try await script.expect(element: "state", "paused")
            try await script.expect(\.mediaButton, "play")
        }
    }

    @Test(
        "The banner shows two buttons, the expanded notification four, or ten as documented",
        arguments: [(NotificationScript.ButtonLimit.observed, 4), (.documented, 10)]
    )
    func buttons(limit: NotificationScript.ButtonLimit, count: Int) async throws {
        let names = (1...11).map { "b\($0)" }
        let script = try await script(buttons: names, limit: limit) { PlainController() }
        try await script.expect(\.buttons, ["B1", "B2"])
        try await script.longPress()
        try await script.expect(\.buttons, (1...count).map { "B\($0)" })
        #expect(await isRefused { try await script.tapAction("b11") })
    }

    @Test("Steps without a notification are refused, with what was seen")
    func nothing() async {
        let script = NotificationScript(center: center)
        #expect(await isRefused { try await script.longPress() })
        #expect(await isRefused { try await script.longPress("unknown") })
        #expect(await isRefused { try await script.tapNotification() })
        #expect(await isRefused { try await script.tapAction("x") })
        #expect(await isRefused { try await script.dismiss() })
        #expect(await isRefused { try await script.close() })
        #expect(await isRefused { try await script.expect(\.stage, .banner) })
        #expect(await isRefused { try await script.deliver("{}") })
    }

    @Test("Local notifications fire in the order of their times; a repeated one fires again")
    func triggers() async throws {
        let script = NotificationScript(center: center)
        for (name, interval, repeats) in [("b", 90.0, false), ("a", 30, false), ("r", 60, true)] {
            let content = UNMutableNotificationContent()
            content.title = name
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: repeats)
            try await center.add(UNNotificationRequest(identifier: name, content: content, trigger: trigger))
        }
        await script.wait(.seconds(130))
        let fired = script.transcript.filter { $0.contains("deliver") }
        #expect(fired == ["30 s deliver a", "60 s deliver r", "90 s deliver b", "120 s deliver r"])
    }

    @Test(
        "A date that is a millisecond away is due, and a repeated one once each",
        arguments: [0.0, 0.0002, 0.0006, 0.064]
    )
    func dates(_ fraction: Double) async throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000 + fraction)
        let script = NotificationScript(center: center, start: start)
        await script.wait(.milliseconds(58_999))
        var components = DateComponents()
        components.second = 59
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let content = UNMutableNotificationContent()
        content.title = "a"
        try await center.add(UNNotificationRequest(identifier: "a", content: content, trigger: trigger))
        // 1,800,000,000 s begin a minute.
        await script.wait(.seconds(121))
        // Less than 0.6 ms before a date counts as after it, since rounding may have delivered it.
        let count = fraction < 0.0005 ? 3 : 2
        #expect(script.transcript.count { $0.contains("deliver a") } == count)
    }

    /// Added to such a date one after the other, these times end a little before the trigger's.
    @Test("Waits add up without a rest")
    func sums() async throws {
        let script = NotificationScript(center: center, start: Date(timeIntervalSince1970: 1_781_929_873.064))
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 7.271, repeats: false)
        let content = UNMutableNotificationContent()
        content.title = "a"
        try await center.add(UNNotificationRequest(identifier: "a", content: content, trigger: trigger))
        for milliseconds in [3_420, 716, 1_867, 1_267] { await script.wait(.milliseconds(milliseconds)) }
        try await script.expect(\.stage, .none)
        await script.wait(.milliseconds(1))
        try await script.expect(\.stage, .banner)
    }
}
