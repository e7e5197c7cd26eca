import AttacheExtensionTesting
import Testing
import UserNotifications

/// The class of the app that the page tests.
private final class NotificationService: UNNotificationServiceExtension {}

private func testInAProcess() async {
    let host = ExtensionHost(program: .built("NewsServiceProgram"))
    let delivered = await host.deliver(#"{"aps":{"alert":{"title":"Sale","body":"Now"},"mutable-content":1}}"#)
    #expect(delivered.outcome == .fromExtension)
    #expect(delivered.content.title == "Sale" && delivered.content.attachments.isEmpty)
}

private func testTheExpiry() async {
    let limits = ExtensionLimits(expiry: .milliseconds(2900), cutOff: .seconds(3))
    let host = ExtensionHost(NotificationService(), limits: limits)
    _ = await host.deliver(#"{"aps":{"alert":"Sale","mutable-content":1}}"#)
}
