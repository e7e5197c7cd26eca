import AttacheTesting
import TestWidth
import Testing

@testable import UserNotifications

@Suite("Notification centre", .inProcess, .timeLimit(.minutes(1)))
struct NotificationCenterTests {
    private let center = UNUserNotificationCenter()
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func request(
        _ identifier: String,
        trigger: UNNotificationTrigger? = nil,
        change: (UNMutableNotificationContent) throws -> Void = { _ in }
    ) rethrows -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = identifier
        try change(content)
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    @Test("A category with equal parts is the same element of a set, and the next read sees what was set")
    func categories() async {
        func category(_ title: String) -> UNNotificationCategory {
            UNNotificationCategory(
                identifier: "c",
                actions: [
                    UNNotificationAction(identifier: "a", title: title),
                    UNTextInputNotificationAction(
                        identifier: "t",
                        title: "Reply",
                        textInputButtonTitle: "Send",
                        textInputPlaceholder: ""
                    ),
                ],
                intentIdentifiers: [],
                options: .customDismissAction
            )
        }
        #expect(category("x") == category("x") && category("x") != category("y"))
        #expect(Set([category("x"), category("x"), category("y")]).count == 2)
        center.setNotificationCategories([category("x")])
        var read = await center.notificationCategories()
        #expect(read == [category("x")])
        read.insert(category("y"))
        center.setNotificationCategories(read)
        #expect(await center.notificationCategories().count == 2)
    }

    @Test("A request without a trigger is delivered, one with a trigger is pending, and the same identifier replaces")
    func adding() async throws {
        try await center.add(request("a"))
        try await center.add(request("a") { $0.badge = 3 })
        let later = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
        try await center.add(request("b", trigger: later))
        try await center.add(request("b", trigger: later))
        #expect(await center.deliveredNotifications().map(\.request.identifier) == ["a"])
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["b"])
        #expect(center.badge == 3)
        center.removePendingNotificationRequests(withIdentifiers: ["b", "c"])
        center.removeDeliveredNotifications(withIdentifiers: ["a"])
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test("Attachments move into the store with the request, and leave it with the notification")
    func attachments() async throws {
        let url = try scratch.file("a.png")
        try await center.add(request("a") { $0.attachments = [try UNNotificationAttachment(identifier: "", url: url)] })
        let stored = try #require(await center.deliveredNotifications().first?.request.content.attachments.first?.url)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect(FileManager.default.fileExists(atPath: stored.path))
        center.removeAllDeliveredNotifications()
        #expect(!FileManager.default.fileExists(atPath: stored.path))
    }

    @Test("The files of a centre go with it")
    func removal() async throws {
        let url = try scratch.file("a.png")
        var center: UNUserNotificationCenter? = UNUserNotificationCenter()
        let directory = try #require(center).attachmentDirectory
        try await center?.add(
            request("a") { $0.attachments = [try UNNotificationAttachment(identifier: "", url: url)] }
        )
        #expect(FileManager.default.fileExists(atPath: directory.path))
        center = nil
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test("One bad attachment refuses the whole request")
    func badAttachment() async throws {
        let (good, bad) = (try scratch.file("a.png"), try scratch.file("b.png"))
        let request = try request("a") {
            $0.attachments = [
                try UNNotificationAttachment(identifier: "", url: good),
                try UNNotificationAttachment(identifier: "", url: bad),
            ]
        }
        try FileManager.default.removeItem(at: bad)
        await #expect(throws: UNError.self) { try await center.add(request) }
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(FileManager.default.fileExists(atPath: good.path))
        let stored = try? FileManager.default.contentsOfDirectory(atPath: center.attachmentDirectory.path)
        #expect(stored ?? [] == [])
    }

    @Test("Authorization is granted unless it is denied")
    func authorization() async throws {
        #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
        #expect(try await center.requestAuthorization(options: [.alert, .sound]))
        let settings = await center.notificationSettings()
        #expect(settings.authorizationStatus == .authorized && settings.alertSetting == .enabled)
        #expect(settings.badgeSetting == .notSupported)
        center.setAuthorization(.denied)
        await #expect(throws: UNError.self) { try await center.requestAuthorization(options: .badge) }
        await #expect(throws: UNError.self) { try await center.add(request("a")) }
    }

    @Test(
        "Without its permission nothing changes the badge",
        arguments: [(UNAuthorizationOptions.alert, 0), (.badge, 3)]
    )
    func permittedBadge(options: UNAuthorizationOptions, badge: Int) async throws {
        #expect(try await center.requestAuthorization(options: options))
        try await center.add(request("a") { $0.badge = 3 })
        #expect(center.badge == badge)
        let isAccepted = (try? await center.setBadgeCount(4)) != nil
        #expect(isAccepted == options.contains(.badge) && center.badge == (isAccepted ? 4 : 0))
    }

    @Test("A badge below 0 is refused", arguments: [(0, true), (-1, false), (Int.max, true)])
    func badges(count: Int, isAccepted: Bool) async {
        do {
            try await center.setBadgeCount(count)
            #expect(isAccepted && center.badge == count)
        } catch {
            #expect(!isAccepted && (error as? UNError)?.code == .badgeInputInvalid)
        }
    }

    @Test("A handler may wait for the centre on the thread that called it")
    func blocking() {
        let semaphore = DispatchSemaphore(value: 0)
        center.getNotificationCategories { _ in semaphore.signal() }
        #expect(semaphore.wait(timeout: .now() + 300) == .success)
    }

    @Test("Calendar triggers find the next date")
    func triggers() {
        let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 8), repeats: true)
        let before = Date()
        #expect(trigger.nextTriggerDate().map { $0 > before } == true)
        #expect(trigger == UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 8), repeats: true))
        #expect(trigger != UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 9), repeats: true))
        // A month without the day has no such date.
        let last = UNCalendarNotificationTrigger(dateMatching: DateComponents(day: 31), repeats: true)
        #expect(last.nextTriggerDate().map { Calendar.current.component(.day, from: $0) } == 31)
        let never = UNCalendarNotificationTrigger(dateMatching: DateComponents(month: 2, day: 30), repeats: false)
        #expect(never.nextTriggerDate() == nil)
        #expect(UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false).nextTriggerDate() != nil)
    }
}
