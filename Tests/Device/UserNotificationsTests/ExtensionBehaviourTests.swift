import AttacheExtensionTesting
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing
import UserNotifications

/// What real extensions do, and what a device makes of it.
@Suite("Behaviour of real extensions", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ExtensionBehaviourTests {
    private typealias Handler = ClosureExtension.Handler
    private let center = UNUserNotificationCenter()
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func deliver(
        _ payload: String = push,
        filtersNotifications: Bool = false,
        _ receive: @escaping @Sendable (UNNotificationRequest, @escaping ClosureExtension.Handler) -> Void
    ) async -> DeliveredNotification {
        await ExtensionHost(
            ClosureExtension(receive: receive),
            limits: .patient,
            filtersNotifications: filtersNotifications,
            center: center
        ).deliver(payload)
    }

    @Test("A second call of the handler is ignored and reported")
    func secondCall() async {
        let delivered = await deliver { request, handler in
            defer { handler(request.content) }
            handler(titled("first", request))
        }
        _ = await delivered.event(.handlerCalledAgain)
        #expect(delivered.content.title == "first")
    }

    @Test("The handler may be called from any queue, the main actor or a task", arguments: 0..<4)
    func threads(index: Int) async {
        let delivered = await deliver { request, handler in
            let call: @Sendable () -> Void = { handler(titled("x", request)) }
            switch index {
            case 0: DispatchQueue.main.async(execute: call)
            case 1: Task { @MainActor in call() }
            case 2: Thread.detachNewThread(call)
            default: UNUserNotificationCenter.current().getNotificationCategories { _ in call() }
            }
        }
        #expect(delivered.outcome == .fromExtension)
    }

    @Test("didReceive may wait for the centre")
    func waitingReceive() async {
        let delivered = await deliver { request, handler in
            let semaphore = DispatchSemaphore(value: 0)
            UNUserNotificationCenter.current().getNotificationCategories { _ in semaphore.signal() }
            semaphore.wait()
            handler(titled("x", request))
        }
        #expect(delivered.outcome == .fromExtension)
    }

    @Test("Changes after the call of the handler have no effect")
    func laterChanges() async throws {
        let url = try scratch.file("a.png", .photoPNG)
        let delivered = await deliver { request, handler in
            let content = titled("before", request)
            content.attachments = [url].compactMap { try? UNNotificationAttachment(identifier: "", url: $0) }
            handler(content)
            content.title = "after"
            content.attachments = []
            try? Data("other".utf8).write(to: url)
            try? FileManager.default.removeItem(at: url)
        }
        #expect(delivered.content.title == "before")
        let stored = try #require(delivered.content.attachments.first?.url)
        #expect(try Data(contentsOf: stored) == Data(SampleMedia.photoPNG.bytes))
    }

    enum Handover: CaseIterable {
        case copy, secondCopy, empty, emptyMutable, noTitle, noText, wipedUserInfo
    }

    @Test("The handler takes copies, and content without text is not used", arguments: Handover.allCases)
    func handovers(handover: Handover) async {
        let delivered = await deliver { request, handler in
            let content = titled("x", request)
            switch handover {
            case .copy: handler(content.copy() as? UNNotificationContent ?? content)
            case .secondCopy: handler(titled("second", request))
            case .empty: handler(UNNotificationContent())
            case .emptyMutable: handler(UNMutableNotificationContent())
            case .noTitle:
                content.title = ""
                handler(content)
            case .noText:
                content.title = ""
                content.body = ""
                handler(content)
            case .wipedUserInfo:
                content.userInfo = ["data": Data([1])]
                handler(content)
            }
        }
        switch handover {
        case .empty, .emptyMutable, .noText:
            #expect(delivered.outcome == .original && delivered.kinds.contains(.textRemoved))
            #expect(delivered.content.title == "T" && delivered.content.body == "B")
        case .noTitle: #expect(delivered.content.title.isEmpty && delivered.content.body == "B")
        case .secondCopy: #expect(delivered.content.title == "second")
        case .copy: #expect(delivered.content.title == "x" && delivered.content.body == "B")
        case .wipedUserInfo: #expect(delivered.content.userInfo.count == 1)
        }
    }

    @Test("With the filtering entitlement empty content suppresses the notification")
    func filtering() async {
        let delivered = await deliver(filtersNotifications: true) { $1(UNNotificationContent()) }
        #expect(delivered.outcome == .suppressed)
        #expect(await center.deliveredNotifications().isEmpty)
    }

    @Test("A bad attachment is dropped, and the text and the other attachments are delivered")
    func droppedAttachment() async throws {
        let (good, gone) = (try scratch.file("good.png"), try scratch.file("gone.png"))
        let delivered = await deliver { request, handler in
            let content = titled("x", request)
            content.attachments = [gone, good].compactMap { try? UNNotificationAttachment(identifier: "", url: $0) }
            try? FileManager.default.removeItem(at: gone)
            handler(content)
        }
        #expect(delivered.content.title == "x" && delivered.content.attachments.count == 1)
        #expect(delivered.kinds.contains(.attachmentDropped) && delivered.kinds.contains(.attachmentSecured))
    }

    @Test("One file may have several attachments of one type, but not of two")
    func sharedFile() async throws {
        let url = try scratch.file("a.png")
        let delivered = await deliver { request, handler in
            let content = titled("x", request)
            let hint = [UNNotificationAttachmentOptionsTypeHintKey: "public.jpeg"]
            content.attachments = [nil, nil, hint].compactMap {
                try? UNNotificationAttachment(identifier: "", url: url, options: $0)
            }
            handler(content)
        }
        #expect(delivered.content.attachments.map(\.type) == ["public.png", "public.png"])
        #expect(Set(delivered.content.attachments.map(\.identifier)).count == 2)
    }

    @Test("A delivered file leaves its place, so that a second push with a fixed name works; another stays")
    func fixedName() async throws {
        let url = scratch.url.appendingPathComponent("image.png")
        let source = try scratch.file("download.tmp", .photoPNG)
        let receive: @Sendable (UNNotificationRequest, @escaping ClosureExtension.Handler) -> Void = {
            request,
            handler in
            let content = titled("x", request)
            do {
                // Fails on an existing file, as moveItem does.
                try FileManager.default.copyItem(at: source, to: url)
                content.attachments = [try UNNotificationAttachment(identifier: "", url: url)]
            } catch {
                content.title = "failed"
            }
            handler(content)
        }
        for _ in 0..<2 { #expect(await deliver(push, receive).content.attachments.count == 1) }
        // Content without text is not delivered, so the file stays, and the next push meets it.
        _ = await deliver { request, handler in
            receive(request) { content in
                let empty = content.mutableCopy() as? UNMutableNotificationContent
                empty?.title = ""
                empty?.body = ""
                handler(empty ?? content)
            }
        }
        #expect(await deliver(push, receive).content.title == "failed")
    }

    @Test("The extension sees and changes what the centre delivered")
    func centre() async {
        let center = center
        _ = await deliver { $1(titled("first", $0)) }
        let delivered = await deliver { request, handler in
            center.getDeliveredNotifications { list in
                let content = titled("second", request)
                content.badge = (list.count + 1) as NSNumber
                center.removeDeliveredNotifications(withIdentifiers: list.map(\.request.identifier))
                handler(content)
            }
        }
        #expect(delivered.content.badge == 2)
        #expect(await center.deliveredNotifications().map(\.request.content.title) == ["second"])
    }

    @Test("A push has no attachments of its own, and its request has the push trigger")
    func request() async {
        let delivered = await deliver { request, handler in
            let isPush = request.trigger is UNPushNotificationTrigger && request.content.attachments.isEmpty
            handler(titled(isPush ? "push" : "other", request))
        }
        #expect(delivered.content.title == "push")
    }
}
