import AttacheSystem
import TestWidth
import Testing

@testable import FleetWorker

@Suite("What a worker holds, begins and requests", .inProcess, .timeLimit(.minutes(1)))
struct WorkStateTests {
    private let start = ContinuousClock.now
    private var state = WorkState(limits: limits, consumers: ["workers"])

    private static let limits = WorkLimits(
        leastDeliveryCount: 8,
        deliveryCount: 8,
        byteCount: 1000,
        suspectDeliveries: 3...6,
        ackWait: .seconds(3),
        hangTime: .seconds(10)
    )

    /// A delivery of a tenant, whose message was delivered `count` times.
    private func delivery(_ sequence: Int, tenant: String = "a", count: Int = 1, bytes: Int = 1) throws
        -> PayloadDelivery
    {
        let subject = "$JS.ACK.ATTACHE_WORK.workers.\(count).\(sequence).\(sequence).1700000000000000000.5"
        return PayloadDelivery(
            tenant: tenant,
            body: [UInt8](repeating: 0x20, count: bytes),
            acknowledgement: try #require(AcknowledgementSubject(subject))
        )
    }

    /// The sequences of what begins.
    private func sequences(_ begun: [PayloadDelivery]) -> [Int] { begun.map(\.acknowledgement.streamSequence) }

    @Test("Tenants take turns, whatever waits for one of them")
    mutating func turns() throws {
        for sequence in 1...5 { #expect(state.hold(try delivery(sequence, tenant: "a"), at: start)) }
        for sequence in 6...7 { #expect(state.hold(try delivery(sequence, tenant: "b"), at: start)) }
        #expect(sequences(state.begin(4, at: start)) == [1, 6, 2, 7])
        #expect(sequences(state.begin(4, at: start)) == [3, 4, 5])
        #expect(sequences(state.begin(4, at: start)).isEmpty)
    }

    @Test("While others wait, no tenant has more than three quarters of the slots")
    mutating func share() throws {
        for sequence in 1...8 { _ = state.hold(try delivery(sequence, tenant: "a"), at: start) }
        #expect(sequences(state.begin(5, at: start)) == [1, 2, 3, 4, 5])
        for sequence in 11...12 { _ = state.hold(try delivery(sequence, tenant: "b"), at: start) }
        #expect(Set(sequences(state.begin(8, at: start))) == [6, 11, 12])
    }

    /// The instant at which suspects that arrive at the start may begin.
    private var turn: ContinuousClock.Instant { start + Suspects.pause }

    @Test("A suspect begins before others once its neighbours have arrived, and others do not wait for it")
    mutating func suspect() throws {
        _ = state.hold(try delivery(1), at: start)
        _ = state.hold(try delivery(2, count: 3), at: start)
        #expect(state.hasWaitingSuspect)
        #expect(sequences(state.begin(4, at: turn - .milliseconds(1))) == [1])
        _ = state.hold(try delivery(3), at: start)
        #expect(sequences(state.begin(4, at: turn)) == [2])
        #expect(sequences(state.begin(4, at: turn)) == [3])
        #expect(!state.hasWaitingSuspect)
    }

    @Test("One suspect is in progress until its result is stored, and then the next one begins")
    mutating func oneSuspect() throws {
        for sequence in 1...3 { _ = state.hold(try delivery(sequence, count: 3), at: start) }
        _ = state.hold(try delivery(4), at: start)
        var begun = sequences(state.begin(8, at: turn))
        #expect(begun.count == 1)
        #expect(!state.hasWaitingSuspect)
        #expect(sequences(state.begin(8, at: turn)) == [4])
        // The end of another payload is not that of the suspect.
        state.settle(4)
        state.finishProcessing(begun[0])
        #expect(state.begin(8, at: turn).isEmpty)
        for _ in 2...3 {
            state.settle(begun[begun.count - 1])
            #expect(state.hasWaitingSuspect)
            begun += sequences(state.begin(8, at: turn))
        }
        #expect(Set(begun) == [1, 2, 3])
        #expect(state.heldCount == 1)
    }

    /// The number of deliveries of a payload, and whether it waits as a suspect.
    static let countRows: [(Int, Bool)] = [(2, false), (3, true), (6, true), (7, false)]

    @Test("What is to be processed no more waits for no turn: it becomes a dead letter", arguments: countRows)
    mutating func counts(_ count: Int, _ isSuspect: Bool) throws {
        _ = state.hold(try delivery(1, count: count), at: start)
        #expect(state.begin(4, at: start).isEmpty == isSuspect)
    }

    @Test("A payload that waits for its stream does not hang, and is extended")
    mutating func processed() throws {
        _ = state.hold(try delivery(1), at: start)
        _ = state.begin(4, at: start)
        state.finishProcessing(1)
        #expect(state.isHeld(1))
        #expect(state.overdue(at: start + .seconds(20)) == nil)
        #expect(state.extensions(at: start + .seconds(1)).count == 1)
        state.settle(1)
        #expect(!state.isHeld(1))
    }

    /// The number of payloads that are finished in a quarter of a second, and the window after it.
    static let windowRows: [(Int, Int)] = [(0, 4), (1, 4), (2, 8), (7, 28), (8, 32), (20, 32)]

    @Test("A worker holds about as many payloads as it finishes in a second", arguments: windowRows)
    func pace(_ finishedCount: Int, _ expected: Int) {
        var window = WorkWindow(limits: 4...32)
        #expect(window.count == 4)
        window.update(at: start)
        for _ in 0..<finishedCount { window.noteFinished() }
        window.update(at: start + .milliseconds(249))
        #expect(window.count == 4)
        window.update(at: start + .milliseconds(250))
        #expect(window.count == expected)
        window.update(at: start + .milliseconds(500))
        #expect(window.count == 4)
    }

    @Test("Requests follow the window: what is settled in a quarter of a second makes the next ones larger")
    func growth() throws {
        var limits = Self.limits
        limits.deliveryCount = 32
        limits.leastDeliveryCount = 4
        var state = WorkState(limits: limits, consumers: ["workers"])
        #expect(state.newRequests(at: start).map(\.count) == [4])
        for sequence in 1...4 { _ = state.hold(try delivery(sequence), at: start) }
        #expect(sequences(state.begin(4, at: start)) == [1, 2, 3, 4])
        for number in 1...4 { state.settle(number) }
        #expect(state.newRequests(at: start + .milliseconds(250)).map(\.count) == [16])
    }

    @Test("A consumer with a backlog has what those without leave of the window")
    func backlogs() throws {
        var state = WorkState(limits: Self.limits, consumers: ["a", "b", "c"])
        for (name, pending) in [("a", 0), ("b", 0), ("c", 5)] {
            let subject = "$JS.ACK.ATTACHE_WORK.\(name).1.1.1.1700000000000000000.\(pending)"
            let message = try #require(AcknowledgementSubject(subject))
            _ = state.hold(PayloadDelivery(tenant: name, body: [0x20], acknowledgement: message), at: start)
        }
        // One is held of each: of a window of 8, a third for those without a backlog, and 6 for the one with it.
        #expect(state.newRequests(at: start).map { "\($0.consumer) \($0.count)" } == ["a 1", "b 1", "c 5"])
    }

    @Test("Requests fill the window, and their messages count until they are settled")
    mutating func window() throws {
        let first = state.newRequests(at: start)
        #expect(first.map(\.count) == [8])
        #expect(state.newRequests(at: start).isEmpty)
        let number = try #require(first.first).number
        for sequence in 1...8 { _ = state.hold(try delivery(sequence), at: start) }
        // It is over, so that its end changes nothing.
        state.endRequest(number)
        #expect(state.newRequests(at: start).isEmpty)
        _ = state.begin(8, at: start)
        for number in 1...3 { state.settle(number) }
        #expect(state.newRequests(at: start).map(\.count) == [3])
    }

    @Test("A request that the server has ended, or lost, is sent again")
    mutating func lost() throws {
        let first = try #require(state.newRequests(at: start).first)
        state.endRequest(first.number)
        #expect(state.newRequests(at: start).map(\.count) == [8])
        let expiry = PullRequest.expiry + .seconds(2)
        #expect(state.newRequests(at: start + expiry - .milliseconds(1)).isEmpty)
        #expect(state.newRequests(at: start + expiry).map(\.count) == [8])
    }

    @Test("Nothing is requested while the held payloads need all the memory", arguments: [(999, 1), (1000, 0)])
    mutating func memory(_ byteCount: Int, _ requestCount: Int) throws {
        _ = state.hold(try delivery(1, bytes: byteCount), at: start)
        #expect(state.newRequests(at: start).count == requestCount)
    }

    @Test("Each held payload is extended after a third of the ack wait, again and again")
    mutating func extensions() throws {
        _ = state.hold(try delivery(1), at: start)
        #expect(state.extensions(at: start + .milliseconds(999)).isEmpty)
        #expect(state.extensions(at: start + .seconds(1)).count == 1)
        #expect(state.extensions(at: start + .milliseconds(1999)).isEmpty)
        #expect(state.extensions(at: start + .seconds(2)).count == 1)
        _ = state.begin(1, at: start + .seconds(2))
        #expect(state.overdue(at: start + .milliseconds(11_999)) == nil)
        #expect(state.overdue(at: start + .seconds(12)) != nil)
        state.settle(1)
        #expect(state.extensions(at: start + .seconds(9)).isEmpty)
    }

    @Test("A drain gives back what was not begun, and holds nothing new")
    mutating func drain() throws {
        for sequence in 1...2 { _ = state.hold(try delivery(sequence), at: start) }
        #expect(sequences(state.begin(1, at: start)) == [1])
        for sequence in 3...4 { _ = state.hold(try delivery(sequence, count: 3), at: start) }
        let suspect = sequences(state.begin(1, at: turn))
        #expect(suspect.count == 1)
        #expect(Set(sequences(state.drain())) == Set([2, 3, 4]).subtracting(suspect))
        #expect(state.heldCount == 2)
        #expect(state.hold(try delivery(7), at: start) == false)
        #expect(state.newRequests(at: start).isEmpty)
        #expect(Set(sequences(state.removeAll())) == Set([1] + suspect))
    }

    static let subjectRows: [(String, [Int]?)] = [
        ("$JS.ACK.S.C.3.17.9.1700000000000000000.5", [3, 17, 5]),
        ("$JS.ACK._.ACC.S.C.3.17.9.1700000000000000000.5", [3, 17, 5]),
        ("$JS.ACK.hub.ACC.S.C.3.17.9.1700000000000000000.5.tok", [3, 17, 5]),
        ("$JS.ACK.S.C.3.17.9.1700000000000000000", nil),
        ("$JS.ACK.S.C.x.17.9.1700000000000000000.5", nil),
        ("_INBOX.abc", nil), ("", nil),
    ]

    @Test(
        "The position of a message is in its reply subject, in the forms of old and new servers",
        arguments: subjectRows
    )
    func position(_ text: String, _ expected: [Int]?) {
        let subject = AcknowledgementSubject(text)
        #expect(subject.map { [$0.deliveryCount, $0.streamSequence, $0.pendingCount] } == expected)
        if expected != nil { #expect(subject?.stream == "S") }
    }

    @Test("Acknowledgements are JetStream's words")
    func words() {
        let words = [Acknowledgement.done, .inProgress, .giveBack(after: nil), .giveBack(after: .milliseconds(1500))]
            .map { String(decoding: $0.body, as: UTF8.self) }
        #expect(words == ["+ACK", "+WPI", "-NAK", #"-NAK {"delay":1500000000}"#])
    }
}
