import AttacheExtensionTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import UserNotifications

/// What an extension makes of five pushes.
struct ExtensionRow: CustomTestStringConvertible {
    let name: String
    /// The payload's members beside `aps`, or `aps` itself, with URL in place of the medium's URL.
    let members: String
    /// The type of the attachment for a JPEG.
    let good: String
    /// The type of the attachment for the page of a 404; nil for none.
    let notFound: String?
    /// Whether the handler is called when the payload names no medium.
    let answersMissingKey: Bool
    let make: @Sendable () -> UNNotificationServiceExtension

    var testDescription: String { name }

    func payload(_ url: String?) -> String {
        let named = url.map { members.replacingOccurrences(of: "URL", with: $0) }
        let alert = #""alert":{"title":"T","body":"B"},"mutable-content":1"#
        if members.hasPrefix(#""attachment-url":"URL""#), name == "AlwaysPNGService" {
            return "{\"aps\":{\(alert)\(named.map { ",\($0)" } ?? "")}}"
        }
        return "{\"aps\":{\(alert)}\(named.map { ",\($0)" } ?? "")}"
    }
}

@Suite("Service extensions in the manner of real ones", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct NotificationExtensionTests {
    private static let rows = [
        ExtensionRow(
            name: "ImageDataService",
            members: #""image":"URL""#,
            good: "com.compuserve.gif",
            notFound: nil,
            answersMissingKey: true
        ) { ImageDataService() },
        ExtensionRow(
            name: "MovingDownloadService",
            members: #""data":{"attachment-url":"URL"}"#,
            good: "public.jpeg",
            notFound: "public.jpeg",
            answersMissingKey: false
        ) { MovingDownloadService() },
        ExtensionRow(
            name: "AlwaysPNGService",
            members: #""attachment-url":"URL""#,
            good: "public.png",
            notFound: "public.png",
            answersMissingKey: false
        ) { AlwaysPNGService() },
        ExtensionRow(
            name: "MimeTableService",
            members: #""mediaUrl":"URL""#,
            good: "public.jpeg",
            notFound: "public.jpeg",
            answersMissingKey: true
        ) { MimeTableService() },
        ExtensionRow(
            name: "StatusCheckService",
            members: #""image":"URL""#,
            good: "public.jpeg",
            notFound: nil,
            answersMissingKey: true
        ) { StatusCheckService() },
        ExtensionRow(
            name: "TypeHintService",
            members: #""attachment-url":"URL""#,
            good: "public.png",
            notFound: "public.png",
            answersMissingKey: false
        ) { TypeHintService() },
        ExtensionRow(
            name: "AsyncService",
            members: #""fcm_options":{"image":"URL"}"#,
            good: "public.jpeg",
            notFound: nil,
            answersMissingKey: true
        ) { AsyncService() },
        ExtensionRow(
            name: "IdentifierGateService",
            members: #""image":"URL""#,
            good: "public.jpeg",
            notFound: "public.jpeg",
            answersMissingKey: true
        ) { IdentifierGateService() },
        ExtensionRow(
            name: "RemovingService",
            members: #""image":"URL""#,
            good: "public.jpeg",
            notFound: nil,
            answersMissingKey: true
        ) { RemovingService() },
        ExtensionRow(
            name: "BadgeService",
            members: #""fcm_options":{"image":"URL"}"#,
            good: "public.jpeg",
            notFound: nil,
            answersMissingKey: true
        ) { BadgeService() },
        ExtensionRow(
            name: "EncryptedService",
            members: #""image":"URL""#,
            good: "",
            notFound: nil,
            answersMissingKey: true
        ) { EncryptedService() },
        ExtensionRow(
            name: "CounterService",
            members: #""image":"URL""#,
            good: "public.jpeg",
            notFound: "public.jpeg",
            answersMissingKey: true
        ) { CounterService() },
    ]

    private static let short = ExtensionLimits(expiry: .milliseconds(100), cutOff: .milliseconds(200))
    /// An early expiry with much time for what the callback causes.
    private static let earlyExpiry = ExtensionLimits(expiry: .milliseconds(300), cutOff: .seconds(3600))
    /// Those whose `didReceive` waits for the medium.
    private static let blocking: Set = ["ImageDataService", "IdentifierGateService"]

    private static func origin(onSlow: @escaping @Sendable () -> Void = {}) throws -> LoopbackOrigin {
        try .start { request in
            if request.path.hasPrefix("/photo") { return .file(SampleMedia.photoJPEG.bytes, type: "image/jpeg") }
            if request.path.hasPrefix("/slow") {
                onSlow()
                return .silent
            }
            return .response(404, headers: ["Content-Type: text/html"], body: SampleMedia.pageHTML.bytes)
        }
    }

    private static func host(_ row: ExtensionRow) -> ExtensionHost {
        ExtensionHost(row.make(), limits: .patient, center: UNUserNotificationCenter())
    }

    /// A host whose expiry callback comes early, but not before what `ready` waits for; it is given a semaphore that
    /// `didReceive` signals when it returns.
    private static func expiringHost(
        _ row: ExtensionRow,
        when ready: @escaping @Sendable (DispatchSemaphore) -> Void,
        after done: @escaping @Sendable () -> Void = {}
    ) -> ExtensionHost {
        ExtensionHost(OrderedService(row.make(), ready, done), limits: earlyExpiry, center: UNUserNotificationCenter())
    }

    @Test("A good medium is attached, also by a second push of the same URL", arguments: rows)
    func good(row: ExtensionRow) async throws {
        let origin = try Self.origin()
        defer { origin.stop() }
        let host = Self.host(row)
        // The files go with the host's centre.
        defer { withExtendedLifetime(host) {} }
        let payload = row.payload(origin.url("/photo-\(UUID().uuidString).jpg"))
        for _ in 0..<2 {
            let delivered = await host.deliver(payload, collapseIdentifier: "media")
            #expect(delivered.outcome == .fromExtension)
            #expect(delivered.content.attachments.map(\.type) == [row.good].filter { !$0.isEmpty })
            for attachment in delivered.content.attachments {
                #expect(try Data(contentsOf: attachment.url) == Data(SampleMedia.photoJPEG.bytes))
            }
        }
    }

    @Test("A 404 is plain text, or a page with the name of a picture", arguments: rows)
    func notFound(row: ExtensionRow) async throws {
        let origin = try Self.origin()
        defer { origin.stop() }
        let payload = row.payload(origin.url("/missing-\(UUID().uuidString).jpg"))
        let delivered = await Self.host(row).deliver(payload, collapseIdentifier: "media")
        #expect(delivered.kinds.contains(.handlerCalled))
        #expect(delivered.content.attachments.map(\.type) == [row.notFound].compactMap { $0 })
    }

    @Test("Without the key the text is delivered, by some extensions at the cut-off only", arguments: rows)
    func missingKey(row: ExtensionRow) async {
        let host = row.answersMissingKey ? Self.host(row) : Self.expiringHost(row) { $0.wait() }
        let delivered = await host.deliver(row.payload(nil), collapseIdentifier: "media")
        // An extension that does nothing without the key hands over its best attempt in the expiry callback.
        #expect(delivered.kinds.contains(.expiryStarted) == !row.answersMissingKey)
        #expect(delivered.content.title == "T" && delivered.content.attachments.isEmpty)
    }

    @Test("A hanging server costs the medium only", arguments: rows)
    func hanging(row: ExtensionRow) async throws {
        let requested = DispatchSemaphore(value: 0)
        let origin = try Self.origin { requested.signal() }
        defer { origin.stop() }
        let isBlocking = Self.blocking.contains(row.name)
        let host = Self.expiringHost(
            row,
            when: { returned in
                requested.wait()
                if !isBlocking { returned.wait() }
            },
            // One of them keeps a thread of Swift concurrency until its request ends, and then no test goes on.
            after: origin.stop
        )
        let delivered = await host.deliver(
            row.payload(origin.url("/slow-\(UUID().uuidString).jpg")),
            collapseIdentifier: "media"
        )
        #expect(delivered.kinds.contains(.expiryStarted) && delivered.kinds.contains(.handlerCalled))
        #expect(delivered.outcome == .fromExtension && delivered.content.attachments.isEmpty)
        #expect(delivered.content.subtitle == (row.name == "EncryptedService" ? "(Time Expired)" : ""))
    }

    @Test("An extension that waits for another identifier never calls the handler")
    func otherIdentifier() async {
        let host = ExtensionHost(SilentIdentifierGate(), limits: Self.short, center: UNUserNotificationCenter())
        let delivered = await host.deliver(#"{"aps":{"alert":"x","mutable-content":1}}"#, collapseIdentifier: "other")
        #expect(delivered.outcome == .original && delivered.kinds.contains(.cutOff))
    }
}

/// Passes the calls on, that of the expiry as soon as the extension is ready for it: on a busy machine the time may be over
/// before `didReceive`, and real extensions have no handler then.
// @unchecked Sendable: nothing changes after `init`.
private final class OrderedService: UNNotificationServiceExtension, @unchecked Sendable {
    private let service: UNNotificationServiceExtension
    private let ready: @Sendable (DispatchSemaphore) -> Void
    private let done: @Sendable () -> Void
    private let returned = DispatchSemaphore(value: 0)

    init(
        _ service: UNNotificationServiceExtension,
        _ ready: @escaping @Sendable (DispatchSemaphore) -> Void,
        _ done: @escaping @Sendable () -> Void
    ) {
        self.service = service
        self.ready = ready
        self.done = done
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        service.didReceive(request, withContentHandler: contentHandler)
        returned.signal()
    }

    override func serviceExtensionTimeWillExpire() {
        ready(returned)
        service.serviceExtensionTimeWillExpire()
        done()
    }
}

/// The gate without its expiry callback.
private final class SilentIdentifierGate: IdentifierGateService {
    override func serviceExtensionTimeWillExpire() {}
}
