import AttacheTesting
import TestWidth
import Testing

@testable import UserNotifications

@Suite("Archives", .inProcess, .timeLimit(.minutes(1)))
struct CodingTests {
    /// An object and its copy out of an archive.
    private static func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
    }

    private static func content() -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.subtitle = "S"
        content.body = "B"
        content.badge = 3
        content.sound = .criticalSoundNamed(.init("a.caf"), withAudioVolume: 0.5)
        content.launchImageName = "L"
        content.userInfo = ["aps": ["alert": "x", "list": [2, "two", NSNull()]], "flag": true, "bytes": Data([1])]
        content.categoryIdentifier = "C"
        content.threadIdentifier = "t"
        content.targetContentIdentifier = "w"
        content.interruptionLevel = .critical
        content.relevanceScore = 0.5
        content.filterCriteria = "f"
        content.summaryArgument = "a"
        content.summaryArgumentCount = 2
        return content
    }

    @Test("Content keeps every value and its mutability")
    func contents() throws {
        let content = Self.content()
        let copy = try #require(try Self.archived(content))
        #expect(copy == content && copy.userInfo["bytes"] as? Data == Data([1]))
        let immutable = try #require(try Self.archived(UNNotificationContent(values: content.values)))
        #expect(immutable == content && !(immutable is UNMutableNotificationContent))
    }

    @Test("Values that no property list has are left out of an archive, and deep ones do not crash it")
    func hostileValues() throws {
        let content = UNMutableNotificationContent()
        var deep: Any = "end"
        for _ in 0..<1000 { deep = [deep] }
        content.userInfo = ["object": Scratch(), "kept": 1, 7: "number", "deep": deep]
        let copy = try #require(try Self.archived(content))
        #expect(copy.userInfo["kept"] as? Int == 1 && copy.userInfo["object"] == nil && copy.userInfo.count <= 2)
    }

    private final class Scratch {}

    private static let triggers: [UNNotificationTrigger] = [
        UNPushNotificationTrigger(), UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true),
        UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 7, minute: 30), repeats: false),
        UNLocationNotificationTrigger(
            region: CLCircularRegion(
                center: CLLocationCoordinate2D(latitude: 37.5, longitude: 127),
                radius: 200,
                identifier: "office"
            ),
            repeats: true
        ),
    ]

    @Test("Requests, notifications and responses keep their parts", arguments: triggers)
    func requests(trigger: UNNotificationTrigger) throws {
        let request = UNNotificationRequest(identifier: "r", content: Self.content(), trigger: trigger)
        #expect(try Self.archived(request) == request)
        let notification = UNNotification(date: Date(timeIntervalSince1970: 1_800_000_000), request: request)
        #expect(try Self.archived(notification) == notification)
        let response = UNTextInputNotificationResponse(
            notification: notification,
            actionIdentifier: "reply",
            userText: "yes"
        )
        #expect(try Self.archived(response) == response)
    }

    @Test("Categories keep their actions, icons and options")
    func categories() throws {
        let actions = [
            UNNotificationAction(
                identifier: "a",
                title: "A",
                options: [.foreground, .destructive],
                icon: UNNotificationActionIcon(systemImageName: "bell")
            ),
            UNTextInputNotificationAction(
                identifier: "b",
                title: "B",
                textInputButtonTitle: "Send",
                textInputPlaceholder: "Text"
            ),
        ]
        let category = UNNotificationCategory(
            identifier: "c",
            actions: actions,
            intentIdentifiers: ["i"],
            hiddenPreviewsBodyPlaceholder: "%u",
            options: .customDismissAction
        )
        #expect(try Self.archived(category) == category)
    }

    @Test("Settings and attachments keep their values")
    func others() throws {
        let settings = UNNotificationSettings(status: .provisional, options: [.alert, .sound])
        #expect(try Self.archived(settings) == settings)
        let scratch = try ScratchDirectory()
        let attachment = try UNNotificationAttachment(
            identifier: "x",
            url: scratch.file("a.png"),
            options: [UNNotificationAttachmentOptionsThumbnailHiddenKey: true]
        )
        #expect(try Self.archived(attachment) == attachment)
    }

    @Test("A location trigger compares by its region")
    func locations() {
        let center = CLLocationCoordinate2D(latitude: 0, longitude: 0)
        let regions = ["a", "a", "b"].map { CLCircularRegion(center: center, radius: 1, identifier: $0) }
        let triggers = regions.map { UNLocationNotificationTrigger(region: $0, repeats: false) }
        #expect(triggers[0] == triggers[1] && triggers[0] != triggers[2])
        #expect(triggers[0] != UNLocationNotificationTrigger(region: regions[0], repeats: true))
    }
}
