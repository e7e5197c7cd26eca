import AttacheExtensionTesting
import AttacheTesting
import TestWidth
import Testing
import UserNotifications

/// A behaviour met in real extensions, and what a device makes of it. B9 is about `Intents`, whose tests have it.
struct BehaviourRow: CustomTestStringConvertible, Sendable {
    let name: String
    var outcome = DeliveredNotification.Outcome.fromExtension
    /// The title of what is delivered; that of the push where the original is.
    var title = "T"
    var body = "B"
    /// The types of the attachments.
    var types: [String] = []
    /// An event that happens.
    var event: ExtensionEvent.Kind?
    /// The pushes of the same behaviour before.
    var earlierPushes = 0

    var testDescription: String { name }

    static let all = [
        BehaviourRow(name: "B1", outcome: .original, event: .cutOff),
        BehaviourRow(name: "B2", outcome: .original, event: .crashed),
        BehaviourRow(name: "B3", title: "first", event: .handlerCalledAgain),
        BehaviourRow(name: "B4", title: "expired", event: .expiryStarted),
        BehaviourRow(name: "B5", title: "main"),
        BehaviourRow(name: "B6", title: "waited"),
        BehaviourRow(name: "B7", title: "before"),
        BehaviourRow(name: "B8", title: "copy"),
        BehaviourRow(name: "B8 empty", outcome: .original, event: .textRemoved),
        BehaviourRow(name: "B10", title: "100 100"),
        BehaviourRow(name: "B11", title: "101 attached", types: ["public.png"]),
        BehaviourRow(name: "B12", title: "attached", types: ["public.png"], event: .attachmentNoted),
        BehaviourRow(name: "B13", title: "secured", types: ["public.png"], event: .attachmentSecured),
        BehaviourRow(name: "B14", title: "attached", types: ["public.png"], earlierPushes: 1),
        BehaviourRow(name: "B15", title: "attached", types: ["public.png"], earlierPushes: 1),
        BehaviourRow(name: "B16", title: "attached attached", types: ["public.png", "public.png"]),
        BehaviourRow(name: "B17", title: "written"),
        BehaviourRow(name: "B18", title: "3", earlierPushes: 2),
        BehaviourRow(name: "B19", title: "true"),
        BehaviourRow(name: "B20", title: "counted"),
        BehaviourRow(name: "B21", title: "changed", event: .valueDropped),
        BehaviourRow(name: "B22", title: "0"),
        BehaviourRow(name: "B23", title: ""),
        BehaviourRow(name: "B23 all", outcome: .original, event: .textRemoved),
        BehaviourRow(name: "B24", body: "", event: .expiryStarted),
        BehaviourRow(name: "B25", title: "2", earlierPushes: 1),
        BehaviourRow(name: "B26", title: "captured"),
    ]
}

@Suite("The behaviours of real extensions, each in a process", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct BehaviourTableTests {
    private func host(_ center: UNUserNotificationCenter, _ limits: ExtensionLimits = .patient) -> ExtensionHost {
        var program = ExtensionProgram.built("ExtensionPrograms")
        program.name = "behaviours"
        program.appGroups = ["group.test"]
        return ExtensionHost(program: program, limits: limits, center: center)
    }

    private func payload(_ what: String) -> String {
        #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"do":"\#(what)"}"#
    }

    @Test("The delivered notification is that of a device", arguments: BehaviourRow.all)
    func behaviour(row: BehaviourRow) async throws {
        let center = UNUserNotificationCenter()
        // Only these wait for the end of their time.
        let waits = ["B1", "B4", "B24"].contains(row.name)
        let short = ExtensionLimits(expiry: .seconds(2), cutOff: row.name == "B1" ? .seconds(3) : .seconds(3600))
        let host = host(center, waits ? short : .patient)
        for _ in 0..<row.earlierPushes { _ = await host.deliver(payload(row.name)) }
        let delivered = await host.deliver(payload(row.name))
        #expect(delivered.outcome == row.outcome)
        #expect(delivered.content.title == row.title && delivered.content.body == row.body)
        #expect(delivered.content.attachments.map(\.type) == row.types)
        for attachment in delivered.content.attachments {
            #expect(try Data(contentsOf: attachment.url) == Data("picture".utf8))
        }
        if let event = row.event { _ = await delivered.event(event) }
    }

    @Test("A file of the bundle is copied and stays")
    func bundleFile() async {
        let host = host(UNUserNotificationCenter())
        _ = await host.deliver(payload("B15"))
        #expect(await host.deliver(payload("B15 again")).content.title == "true")
    }

    @Test(
        "The host's clock decides for a process too, to the millisecond",
        arguments: [("B4", 29_000, "expired"), ("B1", 30_000, "T")] as [(String, Int, String)]
    )
    func manualClock(what: String, end: Int, title: String) async {
        let clock = ManualClock()
        var program = ExtensionProgram.built("ExtensionPrograms")
        program.name = "behaviours"
        let host = ExtensionHost(
            program: program,
            clock: TestClock(manual: clock),
            center: UNUserNotificationCenter()
        )
        async let delivery = host.deliver(payload(what))
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(29_000))
        if end > 29_000 {
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(end - 29_000))
        }
        let delivered = await delivery
        #expect(delivered.content.title == title)
        #expect(delivered.duration == .milliseconds(end))
    }
}
