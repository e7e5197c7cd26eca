import AttacheExtensionTesting
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

    @Test("Beside a script only the script's time delivers, and behind it the clock does again")
    @MainActor
    func script() async throws {
        let center = try open()
        var script: NotificationScript? = NotificationScript(center: center)
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false)
        try await center.add(UNNotificationRequest(identifier: "x", content: content(), trigger: trigger))
        manual.advance(by: .seconds(3600))
        await script?.wait(.milliseconds(9_999))
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["x"])
        await script?.wait(.milliseconds(1))
        #expect(script?.transcript == ["0 s wait 9999ms", "9 s wait 1ms", "10 s deliver x"])
        try await center.add(UNNotificationRequest(identifier: "y", content: content(), trigger: trigger))
        manual.advance(by: .seconds(10))
        #expect(await center.deliveredNotifications().map(\.request.identifier) == ["x"])
        script = nil
        let delivered = await center.deliveredNotifications().map(\.request.identifier)
        #expect(Set(delivered) == ["x", "y"])
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
