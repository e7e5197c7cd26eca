import AttacheExtensionTesting
import TestWidth
import Testing
import UserNotificationsUI

@testable import UserNotifications

@Suite("Content extensions of the guides", .inProcess, .timeLimit(.minutes(1)))
@MainActor
struct ContentGuideTests {
    private let center = UNUserNotificationCenter()

    private func redGreen() -> (NotificationScript, RedGreenApp) {
        let app = RedGreenApp()
        center.delegate = app
        RedGreenApp.register(in: center)
        let view = ContentExtension(infoPlist: plist("RedGreen"), RedGreenController())
        #expect(view.problems.isEmpty)
        return (NotificationScript(extensions: [view], center: center), app)
    }

    @Test(
        "RedGreen: nine taps, twice, with the reset button from the first to the eighth",
        arguments: ["red", "green"]
    )
    func nineTaps(colour: String) async throws {
        let (script, app) = redGreen()
        try await script.deliver(push("Turn", category: "\(colour)-category"))
        try await script.expect(\.buttons, ["Rotate 20°"])
        try await script.longPress()
        try await script.expect(element: "square", colour)
        for tap in 1...18 {
            try await script.tapAction("Rotate 20°")
            try await script.expect(\.buttons, tap % 9 == 0 ? ["Rotate 20°"] : ["Rotate 20°", "Reset rotation"])
            try await script.expect(\.rotations, ["square": Double(20 * tap)])
        }
        try await script.expect(\.stage, .expanded)
        #expect(app.events.isEmpty && script.appResponses.isEmpty && !script.isAppOpen)
    }

    @Test("RedGreen: reset goes back to one button")
    func reset() async throws {
        let (script, app) = redGreen()
        try await script.deliver(push("Turn", category: "red-category"))
        try await script.longPress()
        for _ in 0..<3 { try await script.tapAction("rotate") }
        try await script.tapAction("Reset rotation")
        try await script.expect(\.buttons, ["Rotate 20°"])
        try await script.expect(\.rotations, [:])
        #expect(await isRefused { try await script.tapAction("Reset rotation") })
        try await script.tapAction("rotate")
        try await script.expect(\.buttons, ["Rotate 20°", "Reset rotation"])
        try await script.dismiss()
        #expect(app.events == ["dismissed"])
        try await script.expect(\.stage, .none)
    }

    @Test("RedGreen: the app's delegate tells the default action from the others")
    func delegate() async throws {
        let (script, app) = redGreen()
        try await script.deliver(push("Turn", category: "red-category"), identifier: "one")
        try await script.tapNotification()
        try await script.deliver(push("Turn", category: "green-category"), identifier: "two")
        // In the banner the extension does not run, so that the app receives the action.
        try await script.tapAction("rotate")
        #expect(app.events == ["opened", "action rotate"] && script.isAppOpen)
        #expect(await center.deliveredNotifications().isEmpty)
    }

    private func bank() async throws -> (NotificationScript, BankApp) {
        let app = BankApp()
        center.delegate = app
        let view = ContentExtension(infoPlist: plist("Bank"), BankController())
        #expect(view.problems.isEmpty)
        // From here on the centre's own clock delivers nothing.
        let script = NotificationScript(extensions: [view], center: center)
        try await app.schedule(in: center)
        return (script, app)
    }

    @Test("Bank: the notification fires after 10 s; its button works inside it")
    func inPlace() async throws {
        let (script, app) = try await bank()
        await script.wait(.milliseconds(9_999))
        try await script.expect(\.stage, .none)
        await script.wait(.milliseconds(1))
        try await script.expect(\.stage, .banner)
        try await script.expect(\.subtitle, "Overdraft")
        try await script.longPress()
        try await script.expect(\.body, "You are $15.50 over")
        try await script.expect(element: "headline", "You are $15.50 over")
        try await script.tap("transfer")
        try await script.expect(element: "headline", "Covered")
        try await script.expect(element: "transfer", "Done")
        try await script.expect(\.alphas, ["transfer": 0.5])
        try await script.expect(\.stage, .expanded)
        #expect(app.opened.isEmpty && !script.isAppOpen)
        #expect(await isRefused { try await script.tap("transfer") })
    }

    @Test("Bank: a second notification of the same thread goes to the open view, another one to the list")
    func second() async throws {
        let (script, _) = try await bank()
        await script.wait(.seconds(10))
        try await script.longPress()
        try await script.deliver(push("More", category: "debitOverdraftNotification"), identifier: "second")
        try await script.expect(element: "count", "2 notifications")
        try await script.expect(element: "headline", "More body")
        try await script.expect(\.identifier, "second")
        try await script.deliver(
            push("Other", category: "debitOverdraftNotification", thread: "x"),
            identifier: "third"
        )
        try await script.expect(element: "count", "2 notifications")
        try await script.deliver(push("Plain"), identifier: "fourth")
        try await script.expect(\.identifier, "second")
        try await script.close()
        try await script.longPress("third")
        try await script.expect(element: "count", "1 notification")
    }

    @Test(
        "Bank: another or an unregistered category, also in another case, opens the standard interface",
        arguments: ["other", "unregistered", "DebitOverdraftNotification", ""]
    )
    func routing(category: String) async throws {
        let (script, _) = try await bank()
        let registered = await center.notificationCategories()
        center.setNotificationCategories(
            registered.union([UNNotificationCategory(identifier: "other", actions: [], intentIdentifiers: [])])
        )
        try await script.deliver(push("T", category: category), identifier: "x")
        try await script.longPress()
        try await script.expect(\.hasCustomView, false)
        try await script.expect(\.body, "T body")
        #expect(await isRefused { try await script.tap("transfer") })
    }

    @Test("Bank: without permission nothing is scheduled")
    func denied() async throws {
        center.setAuthorization(.denied)
        await #expect(throws: (any Error).self) { try await BankApp().schedule(in: center) }
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    private func payment(isInteractive: Bool = true) async throws -> NotificationScript {
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "donate", actions: [], intentIdentifiers: [])
        ])
        let view = ContentExtension(
            categories: ["donate"],
            hidesDefaultContent: true,
            isInteractive: isInteractive,
            PaymentController()
        )
        let script = NotificationScript(extensions: [view], center: center)
        try await script.deliver(push("Donate", category: "donate"), identifier: "donate")
        try await script.longPress()
        return script
    }

    @Test(
        "Pushwoosh: the amount of the sheet follows the segment",
        arguments: [("$5", 5), ("$10", 10), ("$20", 20), ("Other", 5), (nil, 5)]
    )
    func segments(segment: String?, amount: Int) async throws {
        let script = try await payment()
        try await script.expect(\.body, "")
        try await script.expect(element: "status", "Donate body")
        if let segment { try await script.choose(segment, in: "amount") }
        try await script.expect(element: "amount", segment ?? "")
        try await script.tap("pay")
        try await script.expect(\.sheet, ["Pay $\(amount)", "Donation $\(amount)"])
        #expect(await isRefused { try await script.tap("pay") })
        try await script.answerSheet(true)
        try await script.expect(element: "status", "Thank you")
        try await script.expect(\.sheet, [])
    }

    @Test("Pushwoosh: a switch, a cancelled sheet, and controls that do not exist")
    func controls() async throws {
        let script = try await payment()
        try await script.expect(element: "tip", "off")
        try await script.toggle("tip")
        try await script.expect(element: "tip", "on")
        try await script.choose("$20", in: "amount")
        try await script.tap("pay")
        try await script.expect(\.sheet, ["Pay $21", "Donation $20", "Tip $1"])
        try await script.answerSheet(false)
        try await script.expect(element: "status", "Not paid")
        #expect(await isRefused { try await script.choose("$7", in: "amount") })
        #expect(await isRefused { try await script.tap("amount") })
        #expect(await isRefused { try await script.toggle("nothing") })
        #expect(await isRefused { try await script.answerSheet(true) })
        #expect(await isRefused { try await script.expect(element: "status", "Thank you") })
    }

    @Test("Without user interaction a tap on the view opens the app")
    func notInteractive() async throws {
        let script = try await payment(isInteractive: false)
        try await script.tap("pay")
        #expect(script.isAppOpen)
        try await script.expect(appResponses: [UNNotificationDefaultActionIdentifier])
        try await script.expect(\.stage, .none)
    }
}
