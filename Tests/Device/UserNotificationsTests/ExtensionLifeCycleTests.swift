import AttacheExtensionTesting
import AttacheTesting
import TestWidth
import Testing
import UserNotifications

@Suite("Life cycle of an extension", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ExtensionLifeCycleTests {
    private typealias Outcome = DeliveredNotification.Outcome
    private typealias Kind = ExtensionEvent.Kind

    struct Row: Sendable, CustomTestStringConvertible {
        /// The time of the handler's call, in milliseconds.
        let time: Int
        let outcome: DeliveredNotification.Outcome
        let kinds: [ExtensionEvent.Kind]

        var testDescription: String { "handler at \(time) ms" }
    }

    private static let inTime: [Kind] = [.receiveStarted, .receiveReturned, .handlerCalled]
    private static let inGrace: [Kind] = [
        .receiveStarted, .receiveReturned, .expiryStarted, .expiryReturned, .handlerCalled,
    ]
    private static let late: [Kind] = [
        .receiveStarted, .receiveReturned, .expiryStarted, .expiryReturned, .cutOff, .handlerCalledLate,
    ]

    @Test(
        "The handler counts until 30 s, and the expiry callback comes at 29 s",
        arguments: [
            Row(time: 0, outcome: .fromExtension, kinds: inTime),
            Row(time: 28_999, outcome: .fromExtension, kinds: inTime),
            Row(time: 29_000, outcome: .fromExtension, kinds: inGrace),
            Row(time: 29_999, outcome: .fromExtension, kinds: inGrace),
            Row(time: 30_000, outcome: .original, kinds: late),
            Row(time: 31_000, outcome: .original, kinds: late),
        ]
    )
    func limits(row: Row) async throws {
        let clock = ManualClock()
        let (handlers, handler) = AsyncStream<ClosureExtension.Handler>.makeStream()
        let (expiries, expiry) = AsyncStream<Void>.makeStream()
        let host = ExtensionHost(
            ClosureExtension(receive: { handler.yield($1) }, expire: { expiry.yield() }),
            clock: TestClock(manual: clock),
            center: UNUserNotificationCenter()
        )
        async let delivery = host.deliver(push)
        let call = try #require(await handlers.first { _ in true })
        let content = UNMutableNotificationContent()
        content.title = "changed"
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(min(row.time, 29_000)))
        if row.time >= 29_000 {
            _ = await expiries.first { _ in true }
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(min(row.time, 30_000) - 29_000))
        }
        if row.time < 30_000 { call(content) }
        let delivered = await delivery
        if row.time >= 30_000 { call(content) }
        _ = await delivered.event(row.kinds[row.kinds.count - 1])
        #expect(delivered.outcome == row.outcome)
        #expect(delivered.content.title == (row.outcome == .original ? "T" : "changed"))
        #expect(delivered.duration == .milliseconds(min(row.time, 30_000)))
        // The returns of the two calls race with what the test does.
        _ = await delivered.event(.receiveReturned)
        let racing: [Kind] = [.receiveReturned, .expiryReturned]
        #expect(delivered.kinds.filter { !racing.contains($0) } == row.kinds.filter { !racing.contains($0) })
    }

    @Test("The real clock ends an extension that never calls the handler")
    func realClock() async {
        let host = ExtensionHost(
            ClosureExtension(receive: { _, _ in }),
            limits: ExtensionLimits(expiry: .milliseconds(30), cutOff: .milliseconds(60)),
            center: UNUserNotificationCenter()
        )
        let delivered = await host.deliver(push)
        #expect(delivered.outcome == .original && delivered.content.title == "T")
        #expect(await delivered.event(.expiryStarted).time >= .milliseconds(30))
        #expect(await delivered.event(.cutOff).time >= .milliseconds(60))
    }

    @Test("The expiry callback runs on another thread while didReceive is blocked")
    func blockedReceive() async throws {
        let clock = ManualClock()
        let released = DispatchSemaphore(value: 0)
        let host = ExtensionHost(
            ClosureExtension(
                receive: { request, handler in
                    released.wait()
                    handler(titled("expired", request))
                },
                expire: { released.signal() }
            ),
            clock: TestClock(manual: clock),
            center: UNUserNotificationCenter()
        )
        async let delivery = host.deliver(push)
        await clock.waitForSleepers(1)
        // The instance may not exist yet; its callback comes as soon as it does.
        clock.advance(by: .seconds(29))
        let delivered = await delivery
        #expect(delivered.content.title == "expired" && delivered.duration == .seconds(29))
    }

    @Test("Pushes wait for each other, and each has an instance of its own")
    func turns() async {
        let running = Counter()
        let made = Counter()
        let center = UNUserNotificationCenter()
        @Sendable func make() -> ClosureExtension {
            let number = made.add(1)
            return ClosureExtension(receive: { request, handler in
                let isAlone = running.add(1) == 1
                DispatchQueue.global().async {
                    running.add(-1)
                    handler(titled(isAlone ? "\(number)" : "two at once", request))
                }
            })
        }
        let host = ExtensionHost(make(), limits: .patient, center: center)
        let titles = await withTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { await host.deliver(push).content.title } }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(titles == Set((1...20).map { "\($0)" }))
        #expect(await center.deliveredNotifications().count == 20)
    }

    @Test("A cancelled delivery ends with the original")
    func cancellation() async {
        let (handlers, handler) = AsyncStream<ClosureExtension.Handler>.makeStream()
        let host = ExtensionHost(
            ClosureExtension(receive: { handler.yield($1) }),
            clock: TestClock(manual: ManualClock()),
            center: UNUserNotificationCenter()
        )
        let delivery = Task { await host.deliver(push) }
        _ = await handlers.first { _ in true }
        delivery.cancel()
        #expect(await delivery.value.outcome == .original)
    }

    @Test("No extension runs without an alert or mutable-content, and no payload of another kind is delivered")
    func skipped() async {
        let center = UNUserNotificationCenter()
        let host = ExtensionHost(
            ClosureExtension(receive: { $1(titled("x", $0)) }),
            limits: .patient,
            center: center
        )
        let plain = await host.deliver(#"{"aps":{"alert":"plain"}}"#, collapseIdentifier: "id")
        #expect(plain.outcome == .original && plain.kinds == [.extensionSkipped] && plain.identifier == "id")
        let rejected = await host.deliver("{}")
        #expect(rejected.outcome == .rejected && rejected.kinds == [.payloadRejected])
        #expect(await center.deliveredNotifications().map(\.request.identifier) == ["id"])
    }
}
