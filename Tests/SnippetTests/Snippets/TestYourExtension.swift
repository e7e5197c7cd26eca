import AttacheExtensionTesting
import Testing
import UserNotifications

/// The class of the app that the page tests.
private final class NotificationService: UNNotificationServiceExtension {}

private func testAnExtension() async {
    let host = ExtensionHost(NotificationService())
    let delivered = await host.deliver(
        #"{"aps":{"alert":"Sale","mutable-content":1},"image":"http://127.0.0.1:8137/sale.jpg"}"#
    )
    #expect(delivered.outcome == .fromExtension)
    #expect(delivered.content.attachments.map(\.type) == ["public.jpeg"])
}

private func testTheExpiry() async {
    let limits = ExtensionLimits(expiry: .milliseconds(2900), cutOff: .seconds(3))
    let host = ExtensionHost(NotificationService(), limits: limits)
    _ = await host.deliver(#"{"aps":{"alert":"Sale","mutable-content":1}}"#)
}
