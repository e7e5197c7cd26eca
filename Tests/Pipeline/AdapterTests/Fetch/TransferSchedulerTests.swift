import AttacheSystem
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL
@testable import CurlFetch

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct TransferSchedulerTests {
    private let now = ContinuousClock.now

    private func transfer(_ host: String, client: Int = 0, delay: Duration? = nil) throws -> CurlTransfer {
        let url = try MediaURL(parsing: "http://\(host)/", canonicalizer: PlainNames())
        let request = FetchRequest(
            url: url,
            deadline: Deadline(at: now.advanced(by: .seconds(30))),
            judge: LenientJudge(),
            clientID: client
        )
        let job = FetchJob(request: request, receiver: CollectingReceiver())
        let transfer = CurlTransfer(job, now: now, connections: FetchConnections())
        transfer.notBefore = delay.map { now.advanced(by: $0) }
        return transfer
    }

    private func hosts(_ waiting: inout TransferScheduler, at instant: ContinuousClock.Instant? = nil) -> [String] {
        var hosts: [String] = []
        while let transfer = waiting.next(at: instant ?? now) { hosts.append("\(transfer.url.host)") }
        return hosts
    }

    private func waiting(limit: Int = 64, perHost: Int = 8) -> TransferScheduler {
        TransferScheduler(TransferPermits(limit: limit, limitPerHost: perHost))
    }

    @Test func hostsAreServedInTurn() throws {
        var waiting = waiting(limit: 5)
        for _ in 0..<1000 { waiting.append(try transfer("flood.test")) }
        waiting.append(try transfer("one.test"))
        waiting.append(try transfer("two.test"))
        #expect(hosts(&waiting) == ["flood.test", "one.test", "two.test", "flood.test", "flood.test"])
    }

    @Test func transfersOfHostStartInOrder() throws {
        var waiting = waiting(perHost: 3)
        let transfers = try (0..<3).map { _ in try transfer("a.test") }
        for transfer in transfers { waiting.append(transfer) }
        for transfer in transfers {
            let next = waiting.next(at: now)
            #expect(next === transfer)
        }
    }

    @Test func hostWithoutRoomIsSkippedUntilItHasRoom() throws {
        var waiting = waiting(perHost: 1)
        let first = try transfer("a.test")
        for next in try [first, transfer("a.test"), transfer("b.test")] { waiting.append(next) }
        #expect(hosts(&waiting) == ["a.test", "b.test"])
        waiting.release(first)
        #expect(hosts(&waiting) == ["a.test"])
        // A second release of the same slot has no effect.
        waiting.release(first)
        waiting.append(try transfer("a.test"))
        #expect(hosts(&waiting).isEmpty)
    }

    @Test(arguments: [(false, 2), (true, 5)])
    func http2StreamsShareConnections(_ speaksHTTP2: Bool, count: Int) throws {
        var waiting = waiting(perHost: 2)
        for _ in 0..<5 { waiting.append(try transfer("a.test")) }
        let started = waiting.next(at: now)
        let first = try #require(started)
        if speaksHTTP2 { waiting.noteHTTP2(first.url.host) }
        #expect(hosts(&waiting).count == count - 1)
    }

    /// The permits of a host, whether it speaks HTTP/2, and those that one client may hold.
    static let shares: [(Int, Bool, Int)] = [(8, false, 6), (4, false, 3), (2, false, 1), (1, false, 1), (1, true, 75)]

    @Test("One client leaves a quarter of a host's permits to the others", arguments: shares)
    func shareOfAClient(perHost: Int, speaksHTTP2: Bool, share: Int) throws {
        var waiting = waiting(limit: 1000, perHost: perHost)
        if speaksHTTP2 { waiting.noteHTTP2(try transfer("a.test").url.host) }
        let greedy = try (0..<share + 2).map { _ in try transfer("a.test", client: 1) }
        for transfer in greedy { waiting.append(transfer) }
        #expect(hosts(&waiting).count == share)
        // Those of the next client need not wait for the end of one.
        let limit = speaksHTTP2 ? perHost * 100 : perHost
        for _ in share..<limit + 1 { waiting.append(try transfer("a.test", client: 2)) }
        #expect(hosts(&waiting).count == limit - share)
        waiting.release(greedy[0])
        #expect(hosts(&waiting).count == 1)
    }

    @Test func aRemovedTransferGivesItsShareBack() throws {
        var waiting = waiting(perHost: 4)
        let held = try (0..<3).map { _ in try transfer("a.test", client: 1) }
        for transfer in held { waiting.append(transfer) }
        #expect(hosts(&waiting).count == 3)
        for transfer in held { waiting.remove(transfer) }
        for _ in 0..<4 { waiting.append(try transfer("a.test", client: 1)) }
        #expect(hosts(&waiting).count == 3)
    }

    @Test func endedTransferIsSkipped() throws {
        var waiting = waiting()
        let transfers = try (0..<3).map { _ in try transfer("a.test") }
        for transfer in transfers { waiting.append(transfer) }
        waiting.remove(transfers[0])
        waiting.remove(transfers[2])
        let left = [waiting.next(at: now), waiting.next(at: now)]
        #expect(left[0] === transfers[1] && left[1] == nil)
        // The host's turn comes again although its queue was removed.
        let last = try transfer("a.test")
        waiting.append(last)
        let next = waiting.next(at: now)
        #expect(next === last)
    }

    @Test(arguments: [(99, 0), (100, 1)])
    func delayedTransferWaits(_ milliseconds: Int, count: Int) throws {
        var waiting = waiting()
        let ended = try transfer("a.test", delay: .milliseconds(50))
        waiting.append(try transfer("a.test", delay: .milliseconds(100)))
        waiting.append(ended)
        #expect(waiting.nextStart(after: now) == now.advanced(by: .milliseconds(50)))
        waiting.remove(ended)
        #expect(waiting.nextStart(after: now) == now.advanced(by: .milliseconds(100)))
        #expect(hosts(&waiting, at: now.advanced(by: .milliseconds(milliseconds))).count == count)
    }

    @Test func slotIsFreeWhenItsTransferEnds() throws {
        var waiting = waiting(limit: 1)
        let first = try transfer("a.test")
        waiting.append(first)
        waiting.append(try transfer("b.test"))
        #expect(hosts(&waiting) == ["a.test"])
        waiting.remove(first)
        // A second release of the same slot has no effect.
        waiting.release(first)
        waiting.append(try transfer("c.test"))
        #expect(hosts(&waiting) == ["b.test"])
    }

    // Two loops share the permits; a turn is handed to the loop of its transfer.
    @Test func permitOfOneLoopGoesToTheOther() throws {
        let permits = TransferPermits(limit: 64, limitPerHost: 1)
        let (here, there) = (NotingOwner(), NotingOwner())
        var (own, other) = (TransferScheduler(permits, owner: here), TransferScheduler(permits, owner: there))
        let (first, second) = (try transfer("a.test"), try transfer("a.test"))
        own.append(first)
        other.append(second)
        #expect(own.next(at: now) === first)
        #expect(other.next(at: now) == nil)
        own.remove(first)
        #expect(own.next(at: now) == nil)
        #expect(there.jobs.map(ObjectIdentifier.init) == [ObjectIdentifier(second.job)])
        #expect(other.take(second.job) === second)
    }

    @Test func permitOfATransferThatEndedOnTheWayIsFree() throws {
        let permits = TransferPermits(limit: 64, limitPerHost: 1)
        let (here, there) = (NotingOwner(), NotingOwner())
        var (own, other) = (TransferScheduler(permits, owner: here), TransferScheduler(permits, owner: there))
        let (ended, last) = (try transfer("a.test"), try transfer("a.test"))
        other.append(ended)
        #expect(own.next(at: now) == nil)
        other.remove(ended)
        #expect(other.take(ended.job) == nil)
        own.append(last)
        #expect(own.next(at: now) === last)
    }

    /// Notes the jobs whose turn came on another loop.
    private final class NotingOwner: PermitOwner {
        private let noted = Locked<[FetchJob]>([])

        var jobs: [FetchJob] { noted.withLock { $0 } }

        func start(_ job: FetchJob) { noted.withLock { $0.append(job) } }
    }

    private struct PlainNames: HostCanonicalizing {
        func aLabel(of name: String) -> String? { name }
    }
}
