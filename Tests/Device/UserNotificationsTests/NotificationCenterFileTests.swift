import AttacheSystem
import AttacheTesting
import NotificationCenterStore
import TestWidth
import Testing

@testable import UserNotifications

@Suite("Notification centre in a file", .inProcess, .timeLimit(.minutes(1)))
struct NotificationCenterFileTests {
    private let scratch: ScratchDirectory
    private let manual = ManualClock()

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func open() throws -> UNUserNotificationCenter {
        let file = scratch.url.appendingPathComponent("center.sqlite")
        return try UNUserNotificationCenter(file: file, clock: TestClock(manual: manual))
    }

    private func content(_ change: (UNMutableNotificationContent) throws -> Void = { _ in }) rethrows
        -> UNMutableNotificationContent
    {
        let content = UNMutableNotificationContent()
        content.title = "T"
        try change(content)
        return content
    }

    @Test("A second opening finds everything as it was")
    func roundTrip() async throws {
        let url = try scratch.file("a.png")
        let full = try content {
            $0.subtitle = "S"
            $0.body = "B"
            $0.badge = 4
            $0.sound = .criticalSoundNamed(UNNotificationSoundName("s.caf"), withAudioVolume: 0.25)
            $0.launchImageName = "L"
            $0.userInfo = [
                "text": "x", "number": 5, "fraction": 0.5, "flag": true, "list": [1, "2", NSNull()],
                "map": ["a": ["b": "c"]],
            ]
            $0.attachments = [
                try UNNotificationAttachment(
                    identifier: "a",
                    url: url,
                    options: [UNNotificationAttachmentOptionsThumbnailHiddenKey: true]
                )
            ]
            $0.categoryIdentifier = "C"
            $0.threadIdentifier = "G"
            $0.targetContentIdentifier = "W"
            $0.interruptionLevel = .timeSensitive
            $0.relevanceScore = 0.7
            $0.filterCriteria = "F"
            $0.summaryArgument = "Ann"
            $0.summaryArgumentCount = 2
        }
        let first = try open()
        let category = UNNotificationCategory(
            identifier: "C",
            actions: [
                UNNotificationAction(
                    identifier: "a",
                    title: "A",
                    options: [.foreground, .destructive],
                    icon: UNNotificationActionIcon(systemImageName: "bell")
                ),
                UNTextInputNotificationAction(
                    identifier: "t",
                    title: "Reply",
                    textInputButtonTitle: "Send",
                    textInputPlaceholder: "…"
                ),
            ],
            intentIdentifiers: ["i"],
            hiddenPreviewsBodyPlaceholder: "%u",
            categorySummaryFormat: "%u more",
            options: .customDismissAction
        )
        first.setNotificationCategories([category])
        #expect(try await first.requestAuthorization(options: [.alert, .badge]))
        try await first.add(UNNotificationRequest(identifier: "x", content: full, trigger: nil))

        let second = try open()
        let read = try #require(await second.deliveredNotifications().first)
        let attachment = try #require(read.request.content.attachments.first)
        #expect(attachment.url.path.hasPrefix(second.attachmentDirectory.path))
        #expect(read.request.content.replacing(attachments: []) == full.replacing(attachments: []))
        #expect(attachment.type == "public.png" && attachment.identifier == "a")
        #expect(read.request.content.userInfo["flag"] as? Bool == true)
        #expect(read.request.content.userInfo["number"] as? Int == 5)
        #expect(await second.notificationCategories() == [category])
        #expect(await second.notificationSettings() == first.notificationSettings())
        #expect(second.badge == 4)
    }

    @Test("Dates and data of userInfo are kept; what no property list holds is left out")
    func propertyList() async throws {
        let (date, data) = (Date(timeIntervalSince1970: 5), Data([1, 2]))
        let center = try open()
        let content = content { $0.userInfo = ["date": date, "data": data, "text": "x", "center": center] }
        try await center.add(UNNotificationRequest(identifier: "x", content: content, trigger: nil))
        let read = try #require(await center.deliveredNotifications().first).request.content.userInfo
        #expect(read["date"] as? Date == date)
        #expect(read["data"] as? Data == data)
        #expect(read["text"] as? String == "x")
        #expect(read.count == 3)
    }

    @Test("A time interval is delivered by the clock, and not before")
    func interval() async throws {
        let center = try open()
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false)
        try await center.add(UNNotificationRequest(identifier: "x", content: content(), trigger: trigger))
        await manual.waitForSleepers(1)
        manual.advance(by: .milliseconds(9_990))
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(await center.pendingNotificationRequests().first?.trigger == trigger)
        manual.advance(by: .milliseconds(20))
        #expect(await center.deliveredNotifications().map(\.request.identifier) == ["x"])
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test("The clock wakes the centre without a call")
    func alarm() async throws {
        let center = try open()
        let recorder = RecordingDelegate()
        center.delegate = recorder
        center.simulatesForegroundApp = true
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
        try await center.add(UNNotificationRequest(identifier: "x", content: content(), trigger: trigger))
        for _ in 0..<3 {
            await manual.waitForSleepers(1)
            manual.advance(by: .seconds(60))
            #expect(await recorder.presented.next() == "x")
        }
    }

    @Test("A location trigger survives with its region, and stays pending")
    func location() async throws {
        let place = CLLocationCoordinate2D(latitude: 37.5, longitude: 127)
        let region = CLCircularRegion(center: place, radius: 100, identifier: "r")
        region.notifyOnExit = false
        let trigger = UNLocationNotificationTrigger(region: region, repeats: true)
        let center = try open()
        try await center.add(UNNotificationRequest(identifier: "x", content: content(), trigger: trigger))
        let pending = try #require(await open().pendingNotificationRequests().first)
        #expect(pending.trigger == trigger)
        let read = (pending.trigger as? UNLocationNotificationTrigger)?.region as? CLCircularRegion
        #expect(read?.center == place)
        #expect(read?.radius == 100)
        #expect(read?.notifyOnExit == false)
    }

    @Test("A calendar trigger survives with its calendar and time zone")
    func calendar() async throws {
        var components = DateComponents(hour: 8, weekday: 2)
        components.calendar = Calendar(identifier: .gregorian)
        components.timeZone = TimeZone(identifier: "Asia/Seoul")
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let center = try open()
        try await center.add(UNNotificationRequest(identifier: "x", content: content(), trigger: trigger))
        let pending = try #require(await open().pendingNotificationRequests().first)
        #expect(pending.trigger == trigger)
        manual.advance(by: .seconds(8 * 24 * 3600))
        let delivered = try #require(await center.deliveredNotifications().first)
        var seoul = Calendar(identifier: .gregorian)
        seoul.timeZone = try #require(TimeZone(identifier: "Asia/Seoul"))
        #expect(seoul.dateComponents([.weekday, .hour, .minute], from: delivered.date).weekday == 2)
        #expect(seoul.component(.hour, from: delivered.date) == 8)
    }

    @Test("The time zone of a trigger's calendar counts where the components name none")
    func calendarZone() async throws {
        var components = DateComponents(hour: 8)
        var seoul = Calendar(identifier: .gregorian)
        seoul.timeZone = try #require(TimeZone(identifier: "Asia/Seoul"))
        components.calendar = seoul
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let center = try open()
        try await center.add(UNNotificationRequest(identifier: "x", content: content(), trigger: trigger))
        let pending = try #require(await open().pendingNotificationRequests().first)
        #expect(pending.trigger == trigger)
        manual.advance(by: .seconds(49 * 3600))
        let delivered = try #require(await center.deliveredNotifications().first)
        #expect(seoul.component(.hour, from: delivered.date) == 8)
        // The command has the centre alone, and finds the next date as well.
        let store = try NotificationStore(.file(scratch.url.appendingPathComponent("center.sqlite").path))
        let due = try #require(try store.nextDue())
        try store.deliverDue(at: due)
        let next = try #require(try store.nextDue())
        #expect(seoul.component(.hour, from: Date(timeIntervalSince1970: Double(next) / 1000)) == 8)
    }

    @Test("A file of the centre stays when an app attaches it by a path through a link")
    func ownFileThroughLink() async throws {
        let link = scratch.url.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: scratch.url)
        let center = try open()
        let url = try scratch.file("a.png")
        let first = try content { $0.attachments = [try UNNotificationAttachment(identifier: "", url: url)] }
        try await center.add(UNNotificationRequest(identifier: "a", content: first, trigger: nil))
        let stored = try #require(await center.deliveredNotifications().first?.request.content.attachments.first?.url)
        let linked = link.appendingPathComponent("center.sqlite.attachments/\(stored.lastPathComponent)")
        let foreign = stored.deletingLastPathComponent().appendingPathComponent("holiday.png")
        try FileManager.default.copyItem(at: stored, to: foreign)
        let second = try content {
            $0.attachments = [
                try UNNotificationAttachment(identifier: "l", url: linked),
                try UNNotificationAttachment(identifier: "f", url: foreign),
            ]
        }
        try await center.add(UNNotificationRequest(identifier: "b", content: second, trigger: nil))
        #expect(FileManager.default.fileExists(atPath: stored.path))
        center.removeAllDeliveredNotifications()
        #expect(!FileManager.default.fileExists(atPath: stored.path))
        // The user's own picture is not the centre's to remove.
        #expect(FileManager.default.fileExists(atPath: foreign.path))
    }
}

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
