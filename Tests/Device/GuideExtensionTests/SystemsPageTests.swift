import AttacheExtensionTesting
import HIVEExtensions
import LoopbackOrigin
import Testing
import UserNotificationsUI

@testable import UserNotifications

extension ProcessStateTests {
    /// The page that shows seven systems has the transcripts of these scripts:
    /// `ATTACHE_WRITE_SYSTEMS=1 swift test --filter SystemsPageTests` writes them again.
    @Suite("Page of the seven systems", .timeLimit(.minutes(10)))
    @MainActor
    struct SystemsPageTests {
        private nonisolated static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        private nonisolated static let page = root.appendingPathComponent(
            "Sources/Pipeline/Attache/Attache.docc/Systems.md"
        )

        /// Compares a transcript with the block after the mark `<!-- name -->`.
        private func check(_ name: String, _ script: NotificationScript) throws {
            let transcript = script.transcript.joined(separator: "\n")
            let text = try String(contentsOf: Self.page, encoding: .utf8)
            let parts = text.components(separatedBy: "<!-- \(name) -->\n\n```\n")
            try #require(parts.count == 2)
            let block = parts[1].components(separatedBy: "\n```")
            if ProcessInfo.processInfo.environment["ATTACHE_WRITE_SYSTEMS"] != nil {
                let rest = block.dropFirst().joined(separator: "\n```")
                let written = "\(parts[0])<!-- \(name) -->\n\n```\n\(transcript)\n```\(rest)"
                try written.write(to: Self.page, atomically: true, encoding: .utf8)
            } else {
                #expect(block[0] == transcript)
            }
        }

        private func configureHive(_ origin: LoopbackOrigin, network: String = "wifi") throws {
            var configuration = HIVEConfiguration()
            configuration.attache.allowedAddresses = ["127.0.0.1/32"]
            configuration.attache.allowedPorts = ["\(origin.port)"]
            configuration.attache.network = network
            configuration.attache.link = .off
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
                "systems-\(UUID().uuidString)"
            )
            configuration.attache.storeDirectory = directory.path
            HIVENotificationService.configuration = configuration
        }

        @Test func hiveMedia() async throws {
            let origin = try mediaOrigin()
            defer { origin.stop() }
            try configureHive(origin)
            let script = NotificationScript(service: ExtensionHost(HiveService(), limits: .patient))
            for path in ["/photo.jpg", "/missing.jpg"] {
                let media = "\"hive\":{\"mediaUrl\":\"\(origin.url(path))\"}"
                try await script.deliver(push("Raid", more: media), identifier: "raid")
                await script.look()
            }
            try configureHive(origin, network: "lte")
            try await script.deliver(
                push("Raid", more: "\"hive\":{\"mediaUrl\":\"\(origin.url("/notimovie.mp4"))\"}"),
                identifier: "raid"
            )
            await script.look()
            try await script.dismiss()
            try check("hive-media", script)
        }

        @Test func hiveGroups() async throws {
            let origin = try mediaOrigin()
            defer { origin.stop() }
            try configureHive(origin)
            let script = NotificationScript(service: ExtensionHost(HiveService(), limits: .patient))
            let names = ["group-1", "group-2"]
            for name in names {
                try await script.deliver(push("Raid", more: "\"groupId\":\"guild\""), identifier: name)
            }
            let center = UNUserNotificationCenter.current()
            let threads = await center.deliveredNotifications().filter { names.contains($0.request.identifier) }
            #expect(threads.map(\.request.content.threadIdentifier) == ["guild", "guild"])
            try await script.longPress("group-1")
            await script.look()
            try await script.dismiss()
            try await script.longPress("group-2")
            try await script.dismiss()
            try check("hive-groups", script)
        }

        @Test func hiveButtons() async throws {
            let origin = try mediaOrigin()
            defer { origin.stop() }
            try configureHive(origin)
            let script = NotificationScript(service: ExtensionHost(HiveService(), limits: .patient))
            try await script.deliver(push("Offer", category: "ACCEPT_DECISION_CATEGORY"), identifier: "offer")
            await script.look()
            try await script.longPress()
            await script.look()
            try await script.tapAction("Reject")
            try check("hive-buttons", script)
        }

        @Test func guardian() async throws {
            let script = NotificationScript(service: ExtensionHost(ReplaceService(), limits: .patient))
            for (name, title) in [("first", "1:0"), ("second", "2:0")] {
                try await script.deliver(push(title, more: "\"replace-id\":\"match-7\""), identifier: name)
                await script.look()
            }
            await #expect(throws: NotificationScriptError.self) { try await script.longPress("first") }
            try await script.dismiss()
            try check("guardian", script)
        }

        @Test("The script of the replacement")
        func guardianScript() async throws {
            UNUserNotificationCenter.current().removeAllDeliveredNotifications()
            let file = Self.root.appendingPathComponent("Tests/Device/GuideExtensionTests/Scripts/guardian.yaml")
            try await NotificationScript(service: ExtensionHost(ReplaceService(), limits: .patient)).play(file.path)
        }

        @Test func bank() async throws {
            let center = UNUserNotificationCenter()
            let app = BankApp()
            center.delegate = app
            let view = ContentExtension(infoPlist: plist("Bank"), BankController())
            let script = NotificationScript(extensions: [view], center: center)
            try await app.schedule(in: center)
            await script.wait(.seconds(10))
            await script.look()
            try await script.longPress()
            await script.look()
            try await script.tap("transfer")
            await script.look()
            try await script.deliver(push("Second", category: "debitOverdraftNotification"), identifier: "second")
            await script.look()
            try check("bank", script)
        }

        @Test func redGreen() async throws {
            let center = UNUserNotificationCenter()
            RedGreenApp.register(in: center)
            let view = ContentExtension(infoPlist: plist("RedGreen"), RedGreenController())
            let script = NotificationScript(extensions: [view], center: center)
            try await script.deliver(push("Turn", category: "red-category"), identifier: "turn")
            try await script.longPress()
            for _ in 1...9 {
                try await script.tapAction("Rotate 20°")
                await script.look()
            }
            try await script.dismiss()
            try check("red-green", script)
        }

        @Test func pushwoosh() async throws {
            let center = UNUserNotificationCenter()
            center.setNotificationCategories([
                UNNotificationCategory(identifier: "donate", actions: [], intentIdentifiers: [])
            ])
            let view = ContentExtension(
                categories: ["donate"],
                hidesDefaultContent: true,
                isInteractive: true,
                PaymentController()
            )
            let script = NotificationScript(extensions: [view], center: center)
            try await script.deliver(push("Donate", category: "donate"), identifier: "donate")
            try await script.longPress()
            for amount in ["$20", "Other"] {
                try await script.choose(amount, in: "amount")
                try await script.tap("pay")
                await script.look()
                try await script.answerSheet(amount == "$20")
            }
            await script.look()
            try check("pushwoosh", script)
        }
    }
}
