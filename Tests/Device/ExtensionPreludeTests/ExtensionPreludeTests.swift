import AttacheExtensionTesting
import Intents
import LoopbackOrigin
import TestWidth
import Testing

/// Sources of extensions that the prelude makes compile, against an origin that the network of the process allows.
@Suite("Extensions with the prelude", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ExtensionPreludeTests {
    private static let rows: [(name: String, make: @Sendable () -> UNNotificationServiceExtension)] = [
        ("NoImportService", { NoImportService() }), ("LoggingService", { LoggingService() }),
        ("DelegateService", { DelegateService() }), ("MessageService", { MessageService() }),
        ("BlockingService", { BlockingService() }),
    ]
    /// The attachment of a JPEG, and of the page of a 404.
    private static let attached =
        [
            "NoImportService": ("public.jpeg", nil), "LoggingService": ("public.jpeg", "public.jpeg"),
            "DelegateService": ("public.png", nil),
        ] as [String: (String, String?)]

    private static func origin() throws -> LoopbackOrigin {
        try .start { request in
            request.path.hasPrefix("/photo")
                ? .file(SampleMedia.photoJPEG.bytes, type: "image/jpeg")
                : .response(404, headers: ["Content-Type: text/html"], body: SampleMedia.pageHTML.bytes)
        }
    }

    private static func allow(_ origin: LoopbackOrigin, insecure: Bool = true) throws {
        var network = ExtensionNetwork()
        network.allowedAddresses = ["127.0.0.1/32"]
        network.allowedPorts = ["\(origin.port)"]
        network.link = .off
        let plist = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).plist")
        let settings = ["NSAppTransportSecurity": ["NSAllowsArbitraryLoads": insecure]]
        try PropertyListSerialization.data(fromPropertyList: settings, format: .xml, options: 0).write(to: plist)
        defer { try? FileManager.default.removeItem(at: plist) }
        network.infoPlist = plist.path
        try ExtensionNetwork.use(network)
    }

    private static func payload(_ url: String, group: String = "g") -> String {
        #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"image":"\#(url)","group":"\#(group)"}"#
    }

    /// More time than a test has.
    private static let patient = ExtensionLimits(expiry: .seconds(3600), cutOff: .seconds(3600))

    private static func deliver(_ index: Int, _ payload: String) async -> DeliveredNotification {
        await ExtensionHost(rows[index].make(), limits: patient, center: UNUserNotificationCenter()).deliver(payload)
    }

    @Test("A medium is attached, and a 404 is the extension's own affair", arguments: rows.indices)
    func media(index: Int) async throws {
        let origin = try Self.origin()
        defer { origin.stop() }
        try Self.allow(origin)
        let expected = Self.attached[Self.rows[index].name]
        let good = await Self.deliver(index, Self.payload(origin.url("/photo.jpg")))
        #expect(good.outcome == .fromExtension)
        #expect(good.content.attachments.map(\.type) == [expected?.0].compactMap { $0 })
        let missing = await Self.deliver(index, Self.payload(origin.url("/missing.html")))
        #expect(missing.outcome == .fromExtension)
        #expect(missing.content.attachments.map(\.type) == [expected?.1].compactMap { $0 })
        #expect(origin.requestCount == 2)
    }

    @Test("Without an exception in the Info.plist no extension loads by http", arguments: rows.indices)
    func transportSecurity(index: Int) async throws {
        let origin = try Self.origin()
        defer { origin.stop() }
        try Self.allow(origin, insecure: false)
        let url = "http://media.example.com/\(UUID().uuidString).jpg"
        let delivered = await Self.deliver(index, Self.payload(url))
        #expect(delivered.content.attachments.isEmpty && delivered.content.body == "B")
        #expect(ExtensionNetwork.loads.first { $0.url == url }?.errorCode == -1022)
    }

    @Test("Log messages and donations are there for a test")
    func records() async throws {
        let origin = try Self.origin()
        defer { origin.stop() }
        try Self.allow(origin)
        _ = await Self.deliver(1, #"{"aps":{"alert":{"title":"Logged"},"mutable-content":1}}"#)
        #expect(LogRecord.all.contains { $0.category == "push" && $0.level == .info })
        #expect(LogRecord.all.contains { $0.level == .error && $0.redactedMessage == "no image in Logged" })
        let group = UUID().uuidString
        let delivered = await Self.deliver(3, Self.payload(origin.url("/photo.jpg"), group: group))
        #expect(delivered.content.threadIdentifier == "c")
        #expect(INInteraction.donations.contains { $0.groupIdentifier == group && $0.direction == .incoming })
        let blocked = await Self.deliver(4, Self.payload(origin.url("/photo.jpg")))
        #expect(blocked.content.subtitle == "200 image/jpeg \(SampleMedia.photoJPEG.bytes.count)")
    }

    @Test("Locale is that of the device's language")
    func locale() {
        _ = unsafe setenv("ATTACHE_LANGUAGE", "pt-BR", 1)
        defer { _ = unsafe unsetenv("ATTACHE_LANGUAGE") }
        #expect(Locale.preferredLanguages == ["pt-BR"] && NSLocale.preferredLanguages == ["pt-BR"])
        #expect(Locale.current.region?.identifier == "BR" && Locale.autoupdatingCurrent == NSLocale.current)
    }

    @Test(
        "A delegate of Swift 5 is asked about a redirect, and a receipt is uploaded",
        arguments: [("photo.jpg", ["public.jpeg"]), ("secret.jpg", [])]
    )
    func redirect(target: String, types: [String]) async throws {
        let origin = try LoopbackOrigin.start { request in
            if request.path == "/moved.jpg" { return .response(302, headers: ["Location: /\(target)"], body: []) }
            return request.path == "/receipt"
                ? .response(201, headers: [], body: []) : .file(SampleMedia.photoJPEG.bytes, type: "image/jpeg")
        }
        defer { origin.stop() }
        try Self.allow(origin)
        let host = ExtensionHost(ReceiptService(), limits: Self.patient, center: UNUserNotificationCenter())
        let delivered = await host.deliver(Self.payload(origin.url("/moved.jpg")))
        #expect(delivered.content.subtitle == "302 \(target)" && delivered.content.body == "receipt 201")
        #expect(delivered.content.attachments.map(\.type) == types)
        #expect(!delivered.kinds.contains(.attachmentNoted))
        #expect(origin.requestCount == (types.isEmpty ? 2 : 3))
    }
}
