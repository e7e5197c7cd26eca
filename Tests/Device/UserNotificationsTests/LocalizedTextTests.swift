import AttacheTesting
import ExtensionSupport
import NotificationCenterStore
import TestWidth
import Testing

@testable import UserNotifications

@Suite("Texts by keys of the app's strings", .serialized, .inProcess, .timeLimit(.minutes(1)))
struct LocalizedTextTests {
    private let scratch: ScratchDirectory
    /// A key of this test alone: the process remembers texts.
    private let key = "RAID_\(UUID().uuidString)_%@"

    init() throws {
        scratch = try ScratchDirectory()
    }

    /// A bundle whose strings have the key.
    private func bundle(_ name: String, _ text: String) throws -> Bundle {
        let directory = scratch.url.appendingPathComponent("\(name).bundle/en.lproj")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("\"\(key)\" = \"\(text)\";\n".utf8).write(to: directory.appendingPathComponent("Localizable.strings"))
        return try #require(Bundle(url: directory.deletingLastPathComponent()))
    }

    private func request(_ trigger: UNNotificationTrigger? = nil) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = NSString.localizedUserNotificationString(forKey: key, arguments: ["Ann"])
        content.body = "as it is"
        return UNNotificationRequest(identifier: "a", content: content, trigger: trigger)
    }

    @Test(
        "Arguments replace %@ in order, or by number; other formats stay",
        arguments: [
            ("%@ and %@", "A and B"), ("%2$@ and %1$@", "B and A"), ("%@ %@ %@.", "A B ."), ("100%% %@", "100% A"),
            ("%d %s %", "%d %s %"), ("%9$@%0$@%99999999999999999999$@", "%99999999999999999999$@"), ("", ""),
            ("%1$d", "%1$d"),
        ]
    )
    func formats(format: String, text: String) {
        #expect(UserNotificationText(key: "", arguments: ["A", "B"]).formatted(format) == text)
    }

    @Test("A text without values is no format, and in one with values each format is a text")
    func values() {
        let percent = 50
        #expect(String(localized: "50% off today") == "50% off today")
        #expect(String(localized: "50%% off, %@") == "50%% off, %@")
        #expect(String(localized: "key", defaultValue: "100% sure") == "100% sure")
        #expect(String(localized: "\(percent)% off for \("Ann")") == "50% off for Ann")
        #expect(String(localized: "\(1.5) of 100%") == "1.500000 of 100%")
    }

    @Test(
        "The values of a translation have any format",
        arguments: [
            ("%lld: %@", "7: A"), ("%2$@ %1$lld", "A 7"), ("%1$-5d%%", "7%"), ("% d|%+08.3f", "7|A"), ("%y %d", "%y 7"),
            ("%1$y %@", "%1$y 7"), ("%5%d", "%57"), ("%", "%"), ("%%d", "%d"), ("%lld %@ %s", "7 A "),
        ]
    )
    func translations(format: String, text: String) throws {
        let own = "\(7) \("A") \(UUID().uuidString)" as String.LocalizationValue
        let directory = scratch.url.appendingPathComponent("\(UUID().uuidString).bundle/en.lproj")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("\"%lld %@ %@\" = \"\(format)\";\n".utf8)
            .write(to: directory.appendingPathComponent("Localizable.strings"))
        let bundle = try #require(Bundle(url: directory.deletingLastPathComponent()))
        let found = String(localized: own, bundle: bundle)
        #expect(found.hasPrefix(text) && found.count <= text.count + 36)
    }

    @Test("A pending notification has the text of the language in which it is shown")
    func shown() async throws {
        let center = try UNUserNotificationCenter(file: scratch.url.appendingPathComponent("center.sqlite"))
        try await center.add(request(UNTimeIntervalNotificationTrigger(timeInterval: 3600, repeats: false)))
        let pending = try #require(try center.notifications.pending().first).request
        func title(_ strings: Bundle) -> String {
            UNNotificationRequest(record: pending, strings: strings).content.title
        }
        #expect(title(try bundle("en", "%@ wants to raid")) == "Ann wants to raid")
        #expect(title(try bundle("ko", "%@ 님이 레이드를 원해요")) == "Ann 님이 레이드를 원해요")
        // A bundle without the key leaves the text as it was.
        let plain = key.replacingOccurrences(of: "%@", with: "Ann")
        #expect(await center.pendingNotificationRequests().first?.content.title == plain)
        #expect(pending.content.localized == ["title": CenterLocalizedText(key: key, arguments: ["Ann"])])
    }

    @Test("Key and arguments survive an archive and another reading")
    func archive() throws {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: request(), requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: UNNotificationRequest.self, from: archive)
        #expect(read == request())
        let content = try #require(read?.content)
        #expect(content.values.localized == ["title": UserNotificationText(key: key, arguments: ["Ann"])])
    }

    @Test("The process remembers a thousand texts, and no more than twice as many")
    func limit() {
        for number in 0..<3000 { UserNotificationText(key: "k", arguments: []).remember(as: "\(key)\(number)") }
        #expect(UserNotificationText.source(of: "\(key)2999") != nil)
        #expect(UserNotificationText.source(of: "\(key)0") == nil)
    }
}
