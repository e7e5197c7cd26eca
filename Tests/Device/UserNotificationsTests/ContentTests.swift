import TestWidth
import Testing
import UserNotifications

@Suite("Notification content", .inProcess, .timeLimit(.minutes(1)))
struct ContentTests {
    @Test("A copy keeps the values of its time, and a mutable copy can change")
    func copies() throws {
        let mutable = UNMutableNotificationContent()
        mutable.title = "first"
        mutable.userInfo = ["a": 1]
        let copy = try #require(mutable.copy() as? UNNotificationContent)
        #expect(!(copy is UNMutableNotificationContent))
        #expect(copy == mutable)
        mutable.title = "second"
        #expect(copy.title == "first")
        #expect(copy != mutable)
        let again = try #require(copy.mutableCopy() as? UNMutableNotificationContent)
        #expect(again == copy && again.hash == copy.hash)
        #expect(copy.copy() as? UNNotificationContent === copy)
    }

    private static let changes: [(String, @Sendable (UNMutableNotificationContent) -> Void)] = [
        ("title", { $0.title = "x" }), ("subtitle", { $0.subtitle = "x" }), ("body", { $0.body = "x" }),
        ("badge", { $0.badge = 1 }), ("sound", { $0.sound = .default }), ("launch", { $0.launchImageName = "x" }),
        ("userInfo", { $0.userInfo = ["x": ["y": 1]] }), ("category", { $0.categoryIdentifier = "x" }),
        ("thread", { $0.threadIdentifier = "x" }), ("target", { $0.targetContentIdentifier = "x" }),
        ("level", { $0.interruptionLevel = .passive }), ("score", { $0.relevanceScore = 1 }),
        ("filter", { $0.filterCriteria = "x" }), ("summary", { $0.summaryArgument = "x" }),
        ("count", { $0.summaryArgumentCount = 2 }),
    ]

    @Test("Content with one different value is not equal", arguments: changes.indices)
    func differences(index: Int) throws {
        let (left, right) = (UNMutableNotificationContent(), UNMutableNotificationContent())
        Self.changes[index].1(left)
        #expect(left != right, "\(Self.changes[index].0)")
        Self.changes[index].1(right)
        #expect(left == right, "\(Self.changes[index].0)")
    }

    @Test("Content is empty and active at first")
    func defaults() {
        let content = UNNotificationContent()
        #expect(content.title.isEmpty && content.badge == nil && content.sound == nil && content.attachments.isEmpty)
        #expect(content.interruptionLevel == .active && content.relevanceScore == 0)
        #expect(content.targetContentIdentifier == nil && content.filterCriteria == nil)
    }

    private final class Provider: NSObject, UNNotificationContentProviding {}

    @Test("updating(from:) of mutable content is mutable and keeps the values")
    func updating() throws {
        let content = UNMutableNotificationContent()
        content.title = "x"
        let updated = try content.updating(from: Provider())
        let mutable = try #require(updated as? UNMutableNotificationContent)
        mutable.body = "y"
        #expect(mutable.title == "x" && content.body.isEmpty)
        let immutable = try UNNotificationContent().updating(from: Provider())
        #expect(!(immutable is UNMutableNotificationContent))
    }

    @Test(
        "Sounds compare by name, kind and volume",
        arguments: [
            (UNNotificationSound.default, UNNotificationSound.default, true),
            (.default, .defaultCritical, false),
            (.init(named: .init("a.caf")), .init(named: .init(rawValue: "a.caf")), true),
            (.init(named: .init("a.caf")), .init(named: .init("b.caf")), false),
            (.defaultCriticalSound(withAudioVolume: 1), .defaultCriticalSound(withAudioVolume: 2), true),
            (.defaultCriticalSound(withAudioVolume: 1), .defaultCriticalSound(withAudioVolume: 0.5), false),
        ]
    )
    func sounds(left: UNNotificationSound, right: UNNotificationSound, isEqual: Bool) {
        #expect((left == right) == isEqual)
    }

    @Test("Raw values are Apple's")
    func rawValues() {
        #expect(UNNotificationPresentationOptions([.badge, .sound, .alert, .list, .banner]).rawValue == 31)
        #expect(UNNotificationPresentationOptions.banner.rawValue == 16)
        #expect(
            UNAuthorizationOptions.provisional.rawValue == 64 && UNAuthorizationOptions.timeSensitive.rawValue == 256
        )
        #expect(UNNotificationActionOptions.foreground.rawValue == 4)
        #expect(UNNotificationCategoryOptions.hiddenPreviewsShowSubtitle.rawValue == 8)
        #expect(UNNotificationInterruptionLevel.critical.rawValue == 3)
        #expect(UNAuthorizationStatus.ephemeral.rawValue == 4 && UNShowPreviewsSetting.never.rawValue == 2)
        #expect(UNNotificationDefaultActionIdentifier == "com.apple.UNNotificationDefaultActionIdentifier")
        #expect(
            UNError.Code.allCases.map(\.rawValue) == [1, 100, 101, 102, 103, 104, 105, 1400, 1401, 1500, 1501, 1600]
        )
    }

    @Test("An error is an NSError of UNErrorDomain")
    func errors() {
        let error: any Error = UNError(_nsError: NSError(domain: UNErrorDomain, code: 101))
        #expect((error as NSError).domain == "UNErrorDomain" && (error as NSError).code == 101)
        #expect((error as? UNError)?.code == .attachmentUnrecognizedType)
        if case UNError.attachmentUnrecognizedType = error {} else { Issue.record("The pattern does not match.") }
    }
}
