import AttacheExtensionTesting
import AttacheTesting
import Synchronization
import TestWidth
import Testing
import UserNotifications

/// What an extension costs its host: large contents, output without an end, instances, folders.
@Suite("Extensions that use much", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ProcessLimitTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func program(_ name: String) -> ExtensionProgram {
        var program = ExtensionProgram.built("ExtensionPrograms")
        program.name = name
        return program
    }

    private func payload(_ what: String, _ more: String = "") -> String {
        #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"do":"\#(what)"\#(more)}"#
    }

    @Test("A push of any size arrives whole, and so does its content", arguments: [0, 70_000, 400_001, 1_000_000])
    func large(count: Int) async {
        let text = String(repeating: "é\n", count: count / 3)
        let escaped = text.replacingOccurrences(of: "\n", with: "\\n")
        let host = ExtensionHost(program: program("echo"), limits: .patient, center: UNUserNotificationCenter())
        for _ in 0..<2 {
            let delivered = await host.deliver(payload("", #","text":"\#(escaped)""#))
            #expect(delivered.outcome == .fromExtension, "\(delivered.events)")
            #expect(delivered.content.title == "\(text.utf8.count)")
            // Not the texts: a failure would print them.
            #expect((delivered.content.userInfo["text"] as? String == text) == true)
            #expect((delivered.content.userInfo["again"] as? String == text) == true)
        }
    }

    @Test("Output without an end holds up no push, and its log has one", arguments: ["lines", "line"])
    func endless(what: String) async throws {
        let host = ExtensionHost(program: program("endless"), limits: .patient, center: UNUserNotificationCenter())
        let delivered = await host.deliver(payload(what))
        #expect(delivered.outcome == .fromExtension && delivered.content.title == "printing")
        let next = await host.deliver(payload(what))
        #expect(next.content.title == "printing")
        await host.end()
        let printed = (delivered.events + next.events).filter { $0.kind == .printed || $0.kind == .logged }
        #expect(printed.map { $0.detail.utf8.count + 64 }.reduce(0, +) <= (8 << 20) + 1024)
        if what == "lines" { #expect(!printed.isEmpty) }
    }

    @Test("Hosts that begin at once start their programs, also copies on another file system")
    func together() async throws {
        // A file system of its own, where there is one.
        let shared = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
        let folder = shared.appendingPathComponent("attache-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcomes = await withTaskGroup(of: DeliveredNotification.self) { group in
            for number in 0..<8 {
                group.addTask {
                    var program = program("echo")
                    program.container = folder.appendingPathComponent("\(number)", isDirectory: true)
                    let host = ExtensionHost(program: program, limits: .patient, center: UNUserNotificationCenter())
                    return await host.deliver(payload("", #","text":"x""#))
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.map(\.outcome) == Array(repeating: .fromExtension, count: 8), "\(outcomes.map(\.events))")
    }

    @Test("A wait for an event that does not happen ends with its task")
    func cancelledWait() async {
        let host = ExtensionHost(program: program("echo"), limits: .patient, center: UNUserNotificationCenter())
        let delivered = await host.deliver(payload("", #","text":"x""#))
        let waiting = Task { await delivered.event(.crashed) }
        waiting.cancel()
        #expect(await waiting.value.detail.contains("cancelled"))
        #expect(!delivered.kinds.contains(.crashed))
    }

    @Test("The instances of earlier pushes do not stay in the process", arguments: ["", "silent"])
    func released(what: String) async {
        let clock = ManualClock()
        let host = ExtensionHost(
            program: program("living"),
            clock: TestClock(manual: clock),
            center: UNUserNotificationCenter()
        )
        for _ in 0..<5 {
            async let delivery = host.deliver(payload(what))
            if what == "silent" {
                await clock.waitForSleepers(1)
                clock.advance(by: .seconds(29))
                await clock.waitForSleepers(1)
                clock.advance(by: .seconds(1))
            }
            _ = await delivery
        }
        // Those before may still be returning from their last calls; one that stays would be counted each time.
        var count = ""
        for _ in 0..<20 where !["1", "2"].contains(count) { count = await host.deliver(payload("")).content.title }
        #expect(count == "1" || count == "2")
    }

    @Test("An instance in the test's own process is released when its push has an answer", arguments: [true, false])
    func releasedHere(answers: Bool) async {
        let counter = InstanceCounter()
        let limits = ExtensionLimits(expiry: .milliseconds(20), cutOff: .milliseconds(40))
        let host = ExtensionHost(
            CountedService(counter, answers: answers),
            limits: answers ? .patient : limits,
            center: UNUserNotificationCenter()
        )
        for _ in 1...3 {
            let delivered = await host.deliver(payload(""))
            _ = await delivered.event(.receiveReturned)
            await counter.waitForEnd()
        }
        #expect(counter.made == 3)
    }

    @Test(
        "A program started by hand leaves no folder",
        arguments: [(["good.json"], 0), (["good.json", "missing.json"], 2), (["bad.json"], 0)] as [([String], Int32)]
    )
    func byHand(names: [String], status: Int32) throws {
        try Data(payload("").utf8).write(to: scratch.url.appendingPathComponent("good.json"))
        try Data("no JSON".utf8).write(to: scratch.url.appendingPathComponent("bad.json"))
        let temporary = scratch.url.appendingPathComponent("tmp", isDirectory: true)
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = ExtensionProgram.built("ExtensionPrograms").executable
        process.arguments = ["--extension", "echo"] + names.map { scratch.url.appendingPathComponent($0).path }
        process.environment = ["TMPDIR": temporary.path]
        process.standardOutput = Pipe()
        process.standardError = Pipe()
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == status)
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary.path)
        #expect(!left.contains { $0.hasPrefix("attache-extension-") }, "\(left)")
    }
}

/// The instances that were made and that ended.
private final class InstanceCounter: Sendable {
    private let count = Atomic(0)
    private let ends: AsyncStream<Void>
    private let ended: AsyncStream<Void>.Continuation

    init() {
        (ends, ended) = AsyncStream.makeStream()
    }

    var made: Int { count.load(ordering: .relaxed) }

    func begin() { count.add(1, ordering: .relaxed) }

    func end() { ended.yield() }

    /// Waits for the next end; the suite's limit of time is that of a missing one.
    func waitForEnd() async {
        var iterator = ends.makeAsyncIterator()
        _ = await iterator.next()
    }
}

/// Holds its handler and content, as real extensions do.
private final class CountedService: UNNotificationServiceExtension, @unchecked Sendable {
    private let counter: InstanceCounter
    private let answers: Bool
    private var handler: ((UNNotificationContent) -> Void)?

    init(_ counter: InstanceCounter, answers: Bool) {
        self.counter = counter
        self.answers = answers
        counter.begin()
    }

    deinit { counter.end() }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        if answers { handler?(request.content) }
    }

    override func serviceExtensionTimeWillExpire() {}
}
