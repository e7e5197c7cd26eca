import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct SingleFlightTests {
    private let key = SingleFlight.Key(text: "https://example.com/a.png", policy: "hive", network: "wifi")
    private let clock = ManualClock()

    private var deadline: Deadline { Deadline(at: clock.now.advanced(by: .seconds(30))) }

    /// Counts loads, and blocks them until it is opened.
    private actor Origin {
        private(set) var loads = 0
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func load(_ verdict: MediaVerdict) async -> MediaVerdict {
            loads += 1
            if !isOpen { await withCheckedContinuation { waiting.append($0) } }
            return verdict
        }

        func open() {
            isOpen = true
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }

    @Test func oneLoadServesAllCallers() async {
        let flights = SingleFlight(time: clock)
        let origin = Origin()
        let verdict = MediaVerdict(reasons: [Reason(.fetchStatus, "Gone.")])
        let deadline = deadline
        await withTaskGroup(of: [ReasonCode].self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await flights.verdict(for: key, until: deadline) { await origin.load(verdict) }.reasons.map(\.code)
                }
            }
            await origin.open()
            for await codes in group { #expect(codes == [.fetchStatus]) }
        }
        #expect(await origin.loads == 1)
    }

    /// The clients of requests one after the other, and those that are reported.
    static let sharers: [([Int], [Int])] = [
        ([1, 1, 1], []), ([1, 2, 2, 3, 1], [2, 3]), ([0, 0], []), ([0, 5], [5]),
    ]

    @Test("The other clients of a cached verdict are reported, and none for each request", arguments: sharers)
    func shared(clients: [Int], others: [Int]) async {
        let reported = Locked<[(verdict: MediaVerdict, client: Int)]>([])
        let flights = SingleFlight(time: clock) { verdict, client in reported.withLock { $0.append((verdict, client)) }
        }
        let verdict = MediaVerdict(reasons: [Reason(.fetchStatus, "Gone.")])
        for client in clients {
            _ = await flights.verdict(for: key, client: client, until: deadline) { verdict }
        }
        #expect(reported.withLock { $0.map(\.client) } == others)
        #expect(reported.withLock { $0.allSatisfy { $0.verdict.reasons.map(\.code) == [.fetchStatus] } })
    }

    @Test("A client that joins another's download is reported", arguments: [(1, []), (2, [2])])
    func joined(client: Int, others: [Int]) async {
        let reported = Locked<[Int]>([])
        let flights = SingleFlight(time: clock) { _, client in reported.withLock { $0.append(client) } }
        let origin = Origin()
        let verdict = MediaVerdict(reasons: [Reason(.fetchStatus, "Gone.")])
        let deadline = deadline
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = await flights.verdict(for: key, client: 1, until: deadline) { await origin.load(verdict) }
            }
            while await origin.loads == 0 { await pause() }
            let later = Task(priority: .high) {
                await flights.verdict(for: key, client: client, until: deadline) { await origin.load(verdict) }
            }
            await origin.open()
            _ = await later.value
        }
        // Whether it joined or came a moment later, it is reported once.
        #expect(reported.withLock { $0 } == others)
        #expect(await origin.loads == 1)
    }

    private static let gone = MediaVerdict(reasons: [Reason(.fetchStatus, "Gone.")])

    /// The seconds for which a client waits, the default among them, and the milliseconds that pass.
    static let patienceRows: [(Int?, Int)] = [(nil, 999), (nil, 1000), (10, 9999), (10, 10_000)]

    @Test("A client waits for another's download for a second, or as long as it is told to", arguments: patienceRows)
    func patience(seconds: Int?, milliseconds: Int) async {
        let flights = seconds.map { SingleFlight(time: clock, patience: .seconds($0)) } ?? SingleFlight(time: clock)
        let isJoined = milliseconds < (seconds ?? 1) * 1000
        let (first, second) = (Origin(), Origin())
        let (key, deadline) = (key, deadline)
        let hanging = Task {
            await flights.verdict(for: key, client: 1, until: deadline) { await first.load(Self.gone) }
        }
        while await first.loads == 0 { await pause() }
        let joining = Task {
            await flights.verdict(for: key, client: 2, until: deadline) { await second.load(Self.gone) }
        }
        await clock.waitForSleepers(1)
        await second.open()
        clock.advance(by: .milliseconds(milliseconds))
        if isJoined { await first.open() }
        #expect(await joining.value.reasons.map(\.code) == [.fetchStatus])
        #expect(await second.loads == (isJoined ? 0 : 1))
        await first.open()
        #expect(await hanging.value.reasons.map(\.code) == [.fetchStatus])
    }

    @Test func whatAnotherClientHasSeenOfTheHostDoesNotCount() async {
        let flights = SingleFlight(time: clock)
        let (first, second) = (Origin(), Origin())
        let (key, deadline) = (key, deadline)
        let cooling = MediaVerdict(reasons: [Reason(.fetchHostCooling, "It is skipped.")])
        let refused = Task { await flights.verdict(for: key, client: 1, until: deadline) { await first.load(cooling) } }
        while await first.loads == 0 { await pause() }
        let joining = Task {
            await flights.verdict(for: key, client: 2, until: deadline) { await second.load(Self.gone) }
        }
        await clock.waitForSleepers(1)
        await second.open()
        await first.open()
        #expect(await refused.value.reasons.map(\.code) == [.fetchHostCooling])
        #expect(await joining.value.reasons.map(\.code) == [.fetchStatus])
    }

    @Test("A download that reports its own deadline early is not repeated")
    func earlyDeadline() async {
        let flights = SingleFlight(time: clock)
        let origin = Origin()
        await origin.open()
        let verdict = await flights.verdict(for: key, until: deadline) {
            await origin.load(MediaVerdict(reasons: [Reason(.fetchDeadline, "Late.")]))
        }
        #expect(verdict.reasons.map(\.code) == [.fetchDeadline])
        #expect(await origin.loads == 1)
    }

    /// A verdict by the lack of one payload's time is no verdict on another payload with more, and is not remembered.
    @Test func shorterTimeOfAnotherIsNoVerdict() async {
        let flights = SingleFlight(time: clock)
        let origin = Origin()
        var late = MediaVerdict(reasons: [Reason(.typeUnsupported, "Refused.")])
        late.isOutOfTime = true
        let hasty = Deadline(at: clock.now.advanced(by: .seconds(5)))
        let (deadline, verdict) = (deadline, late)
        let first = Task { await flights.verdict(for: key, until: hasty) { await origin.load(verdict) } }
        while await origin.loads == 0 { await pause() }
        let second = Task {
            await flights.verdict(for: key, until: deadline) { await origin.load(MediaVerdict(reasons: [])) }
        }
        for _ in 0..<100 { await Task.yield() }
        await origin.open()
        #expect(await first.value.reasons.map(\.code) == [.typeUnsupported])
        #expect(await second.value.reasons.isEmpty)
        #expect(await origin.loads == 2)
    }

    // Sequential loads would wait for each other until the time limit.
    @Test func loadsRunConcurrently() async throws {
        let pool = try WorkerPool(threadCount: 2)
        defer { pool.shutDown() }
        let flights = SingleFlight(time: clock, executors: PayloadExecutors([pool]))
        let begun = Locked(0)
        let deadline = deadline
        await withTaskGroup(of: Void.self) { group in
            for name in ["a", "b"] {
                let key = SingleFlight.Key(text: name, policy: "hive", network: "wifi")
                group.addTask {
                    _ = await flights.verdict(for: key, until: deadline) {
                        begun.withLock { $0 += 1 }
                        while begun.withLock({ $0 }) < 2 {}
                        return MediaVerdict(reasons: [])
                    }
                }
            }
        }
        #expect(begun.withLock { $0 } == 2)
    }

    @Test(arguments: [
        (ReasonCode.fetchStatus, 1), (.fetchHostNotFound, 1), (.fetchCancelled, 2),
    ])
    func verdictsAreCachedUnlessCallerCancelled(_ code: ReasonCode, loads: Int) async {
        let flights = SingleFlight(time: clock)
        let origin = Origin()
        await origin.open()
        for _ in 0..<2 {
            _ = await flights.verdict(for: key, until: deadline) {
                await origin.load(MediaVerdict(reasons: [Reason(code, "Ended.")]))
            }
        }
        #expect(await origin.loads == loads)
    }

    @Test func oldestVerdictIsEvicted() async {
        let flights = SingleFlight(time: clock, capacity: 2)
        let origin = Origin()
        await origin.open()
        for name in ["a", "b", "c", "c", "b", "a"] {
            var key = key
            key.text = name
            _ = await flights.verdict(for: key, until: deadline) { await origin.load(MediaVerdict(reasons: [])) }
        }
        #expect(await origin.loads == 4)
    }

    @Test func cancelledCallerReturnsAndLoadContinuesForOthers() async {
        let flights = SingleFlight(time: clock)
        let origin = Origin()
        let deadline = deadline
        let patient = Task {
            await flights.verdict(for: key, until: deadline) { await origin.load(MediaVerdict(reasons: [])) }
        }
        while await origin.loads == 0 { await pause() }
        let hasty = Task {
            await flights.verdict(for: key, until: deadline) { await origin.load(MediaVerdict(reasons: [])) }
        }
        hasty.cancel()
        let left: MediaVerdict = await hasty.value
        #expect(left.reasons.map(\.code) == [ReasonCode.fetchCancelled])
        await origin.open()
        let served: MediaVerdict = await patient.value
        #expect(served.reasons.isEmpty)
        #expect(await origin.loads == 1)
    }

    @Test(
        "A caller that has joined a load leaves it to the others, also the one that began it",
        arguments: [true, false]
    )
    func joinedCallerLeaves(_ isFirst: Bool) async {
        let flights = SingleFlight(time: clock)
        let origin = Origin()
        let (late, early) = (deadline, Deadline(at: clock.now + .seconds(1)))
        let first = Task {
            await flights.verdict(for: key, until: late) { await origin.load(MediaVerdict(reasons: [])) }
        }
        while await origin.loads == 0 { await pause() }
        let second = Task {
            await flights.verdict(for: key, until: early) { await origin.load(MediaVerdict(reasons: [])) }
        }
        // One with less time than the load sleeps until its own deadline, once it has joined.
        await clock.waitForSleepers(1)
        let (leaving, staying) = isFirst ? (first, second) : (second, first)
        leaving.cancel()
        let left: MediaVerdict = await leaving.value
        #expect(left.reasons.map(\.code) == [ReasonCode.fetchCancelled])
        await origin.open()
        let served: MediaVerdict = await staying.value
        #expect(served.reasons.isEmpty)
        #expect(await origin.loads == 1)
    }

    @Test func transferCountsOnceAndOthersShare() async {
        let flights = SingleFlight(time: clock)
        let origin = Origin()
        var verdict = MediaVerdict(reasons: [])
        verdict.trace = TransferRecord(host: "a", supply: .transferred, byteCount: 7, transfer: .milliseconds(3))
        let answer = verdict
        let deadline = deadline
        var supplies = await withTaskGroup(of: MediaSupply?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await flights.verdict(for: key, until: deadline) { await origin.load(answer) }.trace?.supply
                }
            }
            await origin.open()
            return await group.reduce(into: [MediaSupply?]()) { $0.append($1) }
        }
        // A cached verdict is shared as well.
        supplies.append(await flights.verdict(for: key, until: deadline) { await origin.load(answer) }.trace?.supply)
        #expect(supplies.count { $0 == .transferred } == 1)
        #expect(supplies.count { $0 == .shared } == 20)
    }

    @Test(arguments: [(9, 1), (10, 2)])
    func verdictIsCachedForItsLifetime(_ seconds: Int, loads: Int) async {
        let flights = SingleFlight(time: clock, lifetime: VerdictLifetime(.seconds(10)))
        let origin = Origin()
        await origin.open()
        for _ in 0..<2 {
            _ = await flights.verdict(for: key, until: deadline) { await origin.load(MediaVerdict(reasons: [])) }
            clock.advance(by: .seconds(seconds))
        }
        #expect(await origin.loads == loads)
    }

    @Test(arguments: [
        (ReasonCode.fetchStatus, true, 9, 1), (.fetchStatus, true, 10, 2), (.fetchConnect, false, 2, 1),
        (.fetchConnect, false, 3, 2),
    ])
    func temporaryFailureIsCachedForLess(_ code: ReasonCode, isPermanent: Bool, seconds: Int, loads: Int) async {
        let flights = SingleFlight(time: clock, lifetime: VerdictLifetime(.seconds(10), transient: .seconds(3)))
        let origin = Origin()
        await origin.open()
        let verdict = MediaVerdict(reasons: [Reason(code, "Ended.", isPermanent: isPermanent)])
        for _ in 0..<2 {
            _ = await flights.verdict(for: key, until: deadline) { await origin.load(verdict) }
            clock.advance(by: .seconds(seconds))
        }
        #expect(await origin.loads == loads)
    }

    @Test(arguments: [
        (1, 599, 1), (1, 600, 2), (2, 59, 1), (2, 60, 2),
    ])
    func anotherClientUsesAFailureForAMinuteAtMost(_ client: Int, seconds: Int, loads: Int) async {
        for lifetime in [VerdictLifetime(.seconds(600)), nil] where lifetime != nil || seconds < 600 {
            let flights = SingleFlight(time: clock, lifetime: lifetime)
            let origin = Origin()
            await origin.open()
            let verdict = MediaVerdict(reasons: [Reason(.fetchStatus, "Gone.")])
            _ = await flights.verdict(for: key, client: 1, until: deadline) { await origin.load(verdict) }
            clock.advance(by: .seconds(seconds))
            _ = await flights.verdict(for: key, client: client, until: deadline) { await origin.load(verdict) }
            #expect(await origin.loads == loads)
        }
    }

    @Test(
        arguments: [
            ("https://example.com/a.png", nil, "hive", true), ("https://example.com/a.png", nil, "apple", false),
            ("https://example.com/a.png", "image", "hive", false), ("https://example.com/b.png", nil, "hive", false),
            ("https://example.com/a.pn", nil, "hive", false), (#"https:\/\/example.com/a.png"#, nil, "hive", true),
        ] as [(String, String?, String, Bool)]
    )
    func referenceWithCachedVerdictIsAnsweredImmediately(
        _ url: String,
        hint: String?,
        policy: String,
        isKnown: Bool
    ) async throws {
        let flights = SingleFlight(time: clock)
        _ = await flights.verdict(for: key, until: deadline) { MediaVerdict(reasons: [Reason(.fetchStatus, "Gone.")]) }
        let document = try JSONDocument(parsing: Array(#"{"u":"\#(url)"}"#.utf8))
        let match = try #require(try JSONPath(parsing: "$.u").first(in: document.root))
        let terms = EvaluationContext(policy: Policy(name: policy), network: .wifi, deadline: deadline, findings: [])
        let found = flights.cached(MediaReference(match, typeHint: hint), under: terms)
        #expect((found != nil) == isKnown)
        #expect(found?.verdict.reasons.map(\.code) == (isKnown ? [.fetchStatus] : nil))
    }

    @Test func withoutCacheOnlyLoadsInProgressAreShared() async {
        let flights = SingleFlight(time: clock, capacity: 0)
        let origin = Origin()
        await origin.open()
        for _ in 0..<3 {
            _ = await flights.verdict(for: key, until: deadline) { await origin.load(MediaVerdict(reasons: [])) }
        }
        #expect(await origin.loads == 3)
    }
}
