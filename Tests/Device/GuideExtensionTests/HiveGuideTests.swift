import AttacheExtensionTesting
import AttacheTesting
import HIVEExtensions
import LoopbackOrigin
import Testing

@testable import UserNotifications

extension ProcessStateTests {
    @Suite("Hive's extensions", .timeLimit(.minutes(10)))
    struct HiveGuideTests {
        private let center = UNUserNotificationCenter.current()

        private static func configure(network: String = "wifi", actions: String? = nil, language: String = "en") throws
        {
            var configuration = HIVEConfiguration()
            configuration.attache.allowedAddresses = ["127.0.0.1/32"]
            configuration.attache.allowedPorts = []
            configuration.attache.network = network
            configuration.attache.link = .off
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent("hive-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            configuration.attache.storeDirectory = directory.path
            configuration.language = language
            if let actions {
                let file = directory.appendingPathComponent("hive_push_actions.json")
                try Data(actions.utf8).write(to: file)
                configuration.actionsFile = file.path
            }
            HIVENotificationService.configuration = configuration
        }

        private static func origin() throws -> LoopbackOrigin {
            let origin = try mediaOrigin()
            HIVENotificationService.configuration.attache.allowedPorts = ["\(origin.port)"]
            return origin
        }

        private func deliver(_ payload: String) async -> DeliveredNotification {
            await ExtensionHost(HiveService(), limits: .patient).deliver(payload)
        }

        @Test(
            "Media by extension, and plain text otherwise",
            arguments: [
                ("/photo.jpg", ["public.jpeg"]), ("/photo", []), ("/missing.jpg", []), ("/photo.svg", []),
            ]
        )
        func media(path: String, types: [String]) async throws {
            try Self.configure()
            let origin = try Self.origin()
            defer { origin.stop() }
            let delivered = await deliver(push("Raid", more: "\"hive\":{},\"media_url\":\"\(origin.url(path))\""))
            #expect(delivered.outcome == .fromExtension && delivered.content.title == "Raid")
            #expect(delivered.content.attachments.map(\.type) == types)
            #expect(HIVENotificationService.lastReport?.outcome == (types.isEmpty ? .plain : .attached))
            let reasons = HIVENotificationService.lastReport?.reasons ?? []
            #expect(reasons.contains { $0.severity == .block } == types.isEmpty)
            center.removeDeliveredNotifications(withIdentifiers: [delivered.identifier])
        }

        @Test(
            "On a mobile network video and audio are not loaded",
            arguments: [
                ("/photo.jpg", true, false), ("/photo", true, false), ("/notimovie.mp4", false, false),
                ("/notisound.wav", false, true),
            ]
        )
        func cellular(path: String, isLoaded: Bool, isAudio: Bool) async throws {
            try Self.configure(network: "lte")
            let origin = try Self.origin()
            defer { origin.stop() }
            let delivered = await deliver(push("Raid", more: "\"hive\":{\"mediaUrl\":\"\(origin.url(path))\"}"))
            #expect(origin.requests.isEmpty != isLoaded)
            // A URL without an extension is loaded, and its file has no name that is shown.
            #expect(delivered.content.attachments.isEmpty == (path != "/photo.jpg"))
            #expect(HIVENotificationService.lastReport?.hasAudioHazard == isAudio)
            center.removeDeliveredNotifications(withIdentifiers: [delivered.identifier])
        }

        @Test(
            "A group id becomes the thread",
            arguments: [#""groupId":"raid""#, #""hive":{"groupId":"raid"}"#, #""groupId":7"#]
        )
        func group(member: String) async throws {
            try Self.configure()
            let delivered = await deliver(push("Raid", thread: "t", more: member))
            #expect(delivered.content.threadIdentifier == (member.contains("raid") ? "raid" : "t"))
            center.removeDeliveredNotifications(withIdentifiers: [delivered.identifier])
        }

        @Test("At the end of the time the push is delivered as it is")
        func expiry() async throws {
            try Self.configure()
            let origin = try Self.origin()
            defer { origin.stop() }
            let limits = ExtensionLimits(expiry: .milliseconds(300), cutOff: .seconds(3600))
            let host = ExtensionHost(HiveService(), limits: limits)
            let delivered = await host.deliver(
                push("Raid", more: "\"hive\":{\"mediaUrl\":\"\(origin.url("/slow.jpg"))\"}")
            )
            #expect(delivered.kinds.contains(.expiryStarted) && delivered.kinds.contains(.handlerCalled))
            #expect(!delivered.kinds.contains(.cutOff) && delivered.content.attachments.isEmpty)
            center.removeDeliveredNotifications(withIdentifiers: [delivered.identifier])
        }

        /// A push that ends late changes neither the report of the next one nor the temporary directory.
        @Test("A push that is replaced by the next one leaves no report and no file")
        func replacedPush() async throws {
            try Self.configure()
            let origin = try Self.origin()
            defer { origin.stop() }
            let before = Self.temporaryPictures
            async let expired = Self.receive("/slow.jpg", origin)
            while !origin.requests.contains(where: { $0.path == "/slow.jpg" }) { await pause() }
            HIVENotificationService.serviceExtensionTimeWillExpire()
            #expect(await expired?.attachments.isEmpty == true)
            #expect(HIVENotificationService.lastReport == nil)
            async let replaced = Self.receive("/slow.png", origin)
            while !origin.requests.contains(where: { $0.path == "/slow.png" }) { await pause() }
            _ = await Self.receive("/none.mp3", origin)
            #expect(await replaced?.attachments.isEmpty == true)
            #expect(HIVENotificationService.lastReport?.hasAudioHazard == true)
            // Pictures of tests beside this one come and go; one that this extension left would stay.
            for _ in 0..<30_000 where !Self.temporaryPictures.isSubset(of: before) {
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(Self.temporaryPictures.isSubset(of: before))
        }

        private static func receive(_ path: String, _ origin: LoopbackOrigin) async -> UNNotificationContent? {
            let payload = push("Raid", more: "\"hive\":{\"mediaUrl\":\"\(origin.url(path))\"}")
            guard let pushed = try? PushedNotification(payload: Array(payload.utf8)) else { return nil }
            let request = UNNotificationRequest(identifier: path, content: pushed.content, trigger: nil)
            return await withCheckedContinuation { continuation in
                HIVENotificationService.didReceive(request) { continuation.resume(returning: $0) }
            }
        }

        /// The pictures at the top of the temporary directory, where the extension keeps them for the system.
        private static var temporaryPictures: Set<String> {
            let directory = FileManager.default.temporaryDirectory.path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            return Set(names.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".jpeg") })
        }

        private static let actions = #"""
            {"actions": {"JOIN_ID": {"title": {"en": "Join", "ko": "참가"}, "options": ["foreground"]}},
             "categories": {"RAID_CATEGORY": ["JOIN_ID"]}}
            """#

        @Test("Media and buttons: the thumbnail alone", arguments: ["CONFIRM_CATEGORY", "RAID_CATEGORY", "OTHER", ""])
        @MainActor
        func mediaWithButtons(category: String) async throws {
            try Self.configure(actions: Self.actions, language: "ko-KR")
            let origin = try Self.origin()
            defer { origin.stop() }
            let extensions = [
                ContentExtension(
                    categories: ["RAID_CATEGORY", "CONFIRM_CATEGORY"],
                    initialContentSizeRatio: 0,
                    HiveContentController()
                )
            ]
            let host = ExtensionHost(HiveService(), limits: .patient)
            let script = NotificationScript(extensions: extensions, service: host)
            let media = "\"hive\":{\"mediaUrl\":\"\(origin.url("/photo.jpg"))\"}"
            try await script.deliver(push("Raid", category: category, more: media), identifier: category)
            try await script.expect(\.attachments.count, 1)
            let buttons = ["CONFIRM_CATEGORY": ["Confirm", "Close"], "RAID_CATEGORY": ["참가"]][category] ?? []
            try await script.expect(\.buttons, buttons)
            #expect(HIVENotificationService.lastReport?.showsThumbnailOnly == !buttons.isEmpty)
            #expect(HIVENotificationService.lastReport?.actionProblems == [])
            try await script.longPress()
            try await script.expect(\.hasCustomView, !buttons.isEmpty)
            if let first = buttons.first {
                #expect(HiveNotificationContent.presentation == .thumbnailOnly)
                try await script.tapAction(first)
                try await script.expect(appResponses: [category == "RAID_CATEGORY" ? "JOIN_ID" : "CONFIRM_ID"])
                try await script.expect(\.stage, .none)
            }
            center.removeDeliveredNotifications(withIdentifiers: [category])
        }

        @Test("A broken action file is reported with its place, and the presets stay")
        func brokenActions() async throws {
            try Self.configure(actions: #"{"actions": {"A": {"title": {"ko": "참가"}}}, "categories": {"X": ["A"]}}"#)
            let delivered = await deliver(push("Raid", category: "CONFIRM_CATEGORY"))
            let problems = try #require(HIVENotificationService.lastReport?.actionProblems)
            #expect(problems.count == 1 && problems[0].contains("hive_push_actions.json:1:20: error: /actions/A/title"))
            #expect(problems[0].hasSuffix("[categories.missing-english]"))
            let categories = await center.notificationCategories().map(\.identifier)
            #expect(categories.contains("CONFIRM_CATEGORY"))
            center.removeDeliveredNotifications(withIdentifiers: [delivered.identifier])
        }

        @Test("The notification shows the time at which the server sent it")
        @MainActor
        func sentTime() async throws {
            try Self.configure()
            let sent = Date(timeIntervalSince1970: 1_800_000_000)
            let script = NotificationScript(service: ExtensionHost(HiveService(), limits: .patient), start: sent)
            await script.wait(.seconds(300))
            try await script.deliver(push("Raid"), identifier: "sent-time", sent: sent)
            try await script.expect(\.date, sent)
            #expect(script.now == sent.addingTimeInterval(300))
            center.removeDeliveredNotifications(withIdentifiers: ["sent-time"])
        }
    }
}
