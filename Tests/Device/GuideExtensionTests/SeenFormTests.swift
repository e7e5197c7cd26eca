import AttacheExtensionTesting
import TestWidth
import Testing

@testable import UserNotifications

@Suite("Forms of real sources", .inProcess, .timeLimit(.minutes(1)))
struct SeenFormTests {
    @Test("A delegate's method without @Sendable is the one that the centre's caller reaches")
    func delegate() {
        let center = UNUserNotificationCenter()
        let delegate: any UNUserNotificationCenterDelegate = PreviewDelegate()
        let request = UNNotificationRequest(identifier: "x", content: UNNotificationContent(), trigger: nil)
        let notification = UNNotification(date: Date(), request: request)
        var options: UNNotificationPresentationOptions = []
        delegate.userNotificationCenter(center, willPresent: notification) { options = $0 }
        #expect(options == [.banner, .sound])
    }

    @Test("An override with or without @Sendable is the one that the host calls")
    func overrides() async {
        let payload = #"{"aps":{"alert":{"title":"T"},"mutable-content":1}}"#
        let plain = await ExtensionHost(SendableHandlerService(), center: UNUserNotificationCenter()).deliver(payload)
        #expect(plain.outcome == .fromExtension && plain.content.title == "T")
        let marked = await ExtensionHost(StoredHandlerService(), center: UNUserNotificationCenter()).deliver(payload)
        #expect(marked.content.title == "T!")
    }
}
