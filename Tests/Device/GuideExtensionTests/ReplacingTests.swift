import AttacheExtensionTesting
import TestWidth
import Testing

@testable import UserNotifications

@Suite("Replacing a delivered notification", .inProcess, .timeLimit(.minutes(1)))
struct ReplacingTests {
    /// The extension uses the centre of the process, so the notifications of other tests may be in it too.
    @Test("By an identifier of the payload, with the extension's own code")
    func customIdentifier() async {
        let center = UNUserNotificationCenter.current()
        let host = ExtensionHost(ReplacingService(), center: center)
        let id = UUID().uuidString
        func push(_ title: String, _ id: String) -> String {
            #"{"aps":{"alert":"\#(title)","mutable-content":1},"notification-id":"\#(id)"}"#
        }
        let first = await host.deliver(push("1 : 0", id))
        let other = await host.deliver(push("other", UUID().uuidString))
        let second = await host.deliver(push("2 : 0", id))
        #expect(first.content.subtitle == "replaces 0")
        #expect(second.content.subtitle == "replaces 1")
        #expect(first.identifier != second.identifier)
        let listed = await center.deliveredNotifications().map(\.request.identifier)
        #expect(!listed.contains(first.identifier))
        #expect(listed.filter { [second.identifier, other.identifier].contains($0) }.count == 2)
        center.removeDeliveredNotifications(withIdentifiers: [second.identifier, other.identifier])
    }

    @Test("By the collapse identifier")
    func collapseIdentifier() async throws {
        let center = UNUserNotificationCenter()
        let host = ExtensionHost(ReplacingService(), center: center)
        for title in ["1 : 0", "2 : 0"] {
            let payload = #"{"aps":{"alert":"\#(title)","mutable-content":1}}"#
            _ = await host.deliver(payload, collapseIdentifier: "game")
        }
        let listed = await center.deliveredNotifications()
        #expect(listed.map(\.request.content.body) == ["2 : 0"])
    }
}
