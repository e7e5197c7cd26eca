import AttacheExtensionTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import UserNotifications

/// A guide's service extension and the members that name its medium.
struct GuideRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let members: String
    let make: @Sendable () -> UNNotificationServiceExtension
}

@Suite("Service extensions of the guides", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ServiceGuideTests {
    private static let rows = [
        GuideRow(testDescription: "attach", members: #""attachment-url":"URL""#) { AttachService() },
        GuideRow(testDescription: "Pushwoosh", members: #""attachment":"URL""#) { PushwooshService() },
        GuideRow(testDescription: "FCM", members: #""fcm_options":{"image":"URL"}"#) { FCMService() },
    ]

    private static func deliver(_ row: GuideRow, path: String?, limits: ExtensionLimits = .patient) async throws
        -> [String]
    {
        let origin = try mediaOrigin()
        defer { origin.stop() }
        let members = path.map { row.members.replacingOccurrences(of: "URL", with: origin.url($0)) } ?? ""
        let host = ExtensionHost(row.make(), limits: limits, center: UNUserNotificationCenter())
        let delivered = await host.deliver(push("T", more: members))
        #expect(delivered.content.title == "T")
        return delivered.content.attachments.map(\.type)
    }

    @Test("A picture is attached", arguments: rows)
    func picture(row: GuideRow) async throws {
        #expect(try await Self.deliver(row, path: "/photo-\(UUID().uuidString).jpg") == ["public.jpeg"])
    }

    @Test("Without the key the push is delivered as it is", arguments: rows)
    func missing(row: GuideRow) async throws {
        #expect(try await Self.deliver(row, path: nil).isEmpty)
    }

    @Test("Only the helper that checks the status leaves the page of a 404 out", arguments: rows)
    func notFound(row: GuideRow) async throws {
        let types = try await Self.deliver(row, path: "/missing-\(UUID().uuidString).jpg")
        #expect(types == (row.testDescription == "FCM" ? [] : ["public.jpeg"]))
    }

    @Test("A hanging server costs the medium only", arguments: rows)
    func hanging(row: GuideRow) async throws {
        let limits = ExtensionLimits(expiry: .milliseconds(200), cutOff: .milliseconds(600))
        #expect(try await Self.deliver(row, path: "/slow", limits: limits).isEmpty)
    }
}

extension ProcessStateTests {
    @Suite("Replacing a delivered notification", .timeLimit(.minutes(10)))
    struct ReplaceGuideTests {
        private let center = UNUserNotificationCenter.current()

        @Test("A push with the same custom id removes the delivered one and appears itself")
        func replace() async {
            let names = [UUID().uuidString, UUID().uuidString, UUID().uuidString]
            let id = UUID().uuidString
            let host = ExtensionHost(ReplaceService(), limits: .patient)
            for (name, replaced) in zip(names, [id, "other-\(id)", id]) {
                let payload = push(name, more: "\"replace-id\":\"\(replaced)\"")
                #expect(await host.deliver(payload, collapseIdentifier: name).outcome == .fromExtension)
            }
            let listed = await center.deliveredNotifications().map(\.request.identifier).filter(names.contains)
            #expect(listed == [names[1], names[2]])
            center.removeDeliveredNotifications(withIdentifiers: names)
        }

        @Test("The collapse id replaces by itself, and the extension cannot change it")
        func collapse() async {
            let name = UUID().uuidString
            let host = ExtensionHost(ReplaceService(), limits: .patient)
            for title in ["One", "Two"] { _ = await host.deliver(push(title), collapseIdentifier: name) }
            let listed = await center.deliveredNotifications().filter { $0.request.identifier == name }
            #expect(listed.map(\.request.content.title) == ["Two"])
            center.removeDeliveredNotifications(withIdentifiers: [name])
        }
    }
}
