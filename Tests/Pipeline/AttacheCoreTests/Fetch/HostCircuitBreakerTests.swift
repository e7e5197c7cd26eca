import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HostCircuitBreakerTests {
    private let start = ContinuousClock.now
    private let circuitBreaker = HostCircuitBreaker(time: .seconds(30))

    private func url(_ text: String = "https://a.example/x.png") throws -> MediaURL {
        try MediaURL(parsing: text, canonicalizer: TableCanonicalizer())
    }

    private func fail(
        _ code: ReasonCode,
        _ url: MediaURL,
        after elapsed: Duration = .zero,
        times: Int = 1,
        contact: FetchFailure.Contact = .tried,
        client: Int = 1,
        at second: Int = 0
    ) {
        let failure = FetchFailure(.failed, [Reason(code, "It failed.")], contact: contact)
        let download = Download(
            body: .failure(failure),
            url: url,
            timing: TransferTiming(),
            route: DeviceRoute(),
            notes: []
        )
        let now = start.advanced(by: .seconds(second))
        for _ in 0..<times { circuitBreaker.note(download, for: client, after: elapsed, at: now) }
    }

    private func succeed(_ url: MediaURL, client: Int, at second: Int) {
        let download = Download(
            body: .success(.unchanged),
            url: url,
            timing: TransferTiming(),
            route: DeviceRoute(),
            notes: []
        )
        let now = start.advanced(by: .seconds(second))
        circuitBreaker.note(download, for: client, after: .zero, at: now)
    }

    private func refusal(_ url: MediaURL, after seconds: Int = 0, client: Int = 1) -> ReasonCode? {
        circuitBreaker.refusal(of: url, for: client, at: start.advanced(by: .seconds(seconds)))?.code
    }

    @Test(arguments: [(2, nil), (3, ReasonCode.fetchHostCooling)])
    func hostIsSkippedAfterThreeFailures(_ count: Int, code: ReasonCode?) throws {
        fail(.fetchConnect, try url(), times: count)
        #expect(refusal(try url()) == code)
    }

    @Test(arguments: [(29, ReasonCode.fetchHostCooling), (30, nil)])
    func hostIsTriedAgainAfterCooldown(_ seconds: Int, code: ReasonCode?) throws {
        fail(.fetchStalled, try url(), times: 3)
        #expect(refusal(try url(), after: seconds) == code)
    }

    @Test(arguments: [(Duration.milliseconds(4_999), nil), (.seconds(5), ReasonCode.fetchHostCooling)])
    func deadlineCountsIfThereWasEnoughTime(_ elapsed: Duration, code: ReasonCode?) throws {
        fail(.fetchDeadline, try url(), after: elapsed, times: 3)
        #expect(refusal(try url()) == code)
    }

    @Test(arguments: [ReasonCode.fetchStatus, .fetchTLS, .typeMismatch, .sizeTooLarge, .egressAddressDenied])
    func respondingHostIsNotSkipped(_ code: ReasonCode) throws {
        fail(code, try url(), times: 9)
        #expect(refusal(try url()) == nil)
    }

    @Test(arguments: [FetchFailure.Contact.none, .answered])
    func queueingAndSlowFilesAreNotHostFailures(_ contact: FetchFailure.Contact) throws {
        fail(.fetchDeadline, try url(), after: .seconds(30), times: 9, contact: contact)
        fail(.fetchStalled, try url(), times: 9, contact: contact)
        #expect(refusal(try url()) == nil)
    }

    @Test func breakerIsPerHostAndPort() throws {
        fail(.fetchConnect, try url(), times: 3)
        #expect(refusal(try url("https://a.example/other.png")) == .fetchHostCooling)
        #expect(refusal(try url("http://a.example/x.png")) == nil)
        #expect(refusal(try url("https://b.example/x.png")) == nil)
    }

    @Test func zeroTimeSkipsNoHost() throws {
        let never = HostCircuitBreaker(time: .zero)
        #expect(never.refusal(of: try url(), for: 1, at: start) == nil)
    }

    @Test func messageNamesHostCauseAndTime() throws {
        fail(.fetchConnect, try url(), times: 3)
        let reason = circuitBreaker.refusal(of: try url(), for: 1, at: start.advanced(by: .milliseconds(500)))
        let values = ["host": "a.example", "count": "3", "code": "fetch.connect", "seconds": "30"]
        #expect(reason?.message == GoldenMessages["fetch.host-cooling", values])
        #expect(reason?.isPermanent == false)
    }

    @Test func oneClientSkipsAHostForItselfOnly() throws {
        for second in 0..<60 { fail(.fetchDeadline, try url(), after: .seconds(6), times: 4, at: second) }
        #expect(refusal(try url(), after: 60) == .fetchHostCooling)
        #expect(refusal(try url(), after: 60, client: 2) == nil)
        #expect(refusal(try url(), after: 60, client: 0) == nil)
    }

    /// The failures of two clients, the seconds between them, and whether a third skips the host then.
    static let witnesses: [(Int, Int, Int, Bool)] = [
        (2, 1, 0, true), (1, 1, 0, false), (3, 1, 60, true), (3, 1, 61, false), (9, 0, 0, false),
    ]

    @Test("Two clients that see an outage skip the host for all", arguments: witnesses)
    func sharedOutage(first: Int, second: Int, distance: Int, isShared: Bool) throws {
        fail(.fetchConnect, try url(), times: first, client: 1)
        fail(.fetchConnect, try url(), times: second, client: 2, at: distance)
        #expect((refusal(try url(), after: distance, client: 3) == .fetchHostCooling) == isShared)
        #expect(refusal(try url(), after: distance + 30, client: 3) == nil)
    }

    @Test("A host that has answered lately is skipped for nobody else", arguments: [(29, nil), (30, 3)])
    func answered(seconds: Int, client: Int?) throws {
        succeed(try url(), client: 3, at: 0)
        for other in [1, 2] {
            fail(.fetchDeadline, try url(), after: .seconds(6), times: 3, client: other, at: seconds)
        }
        #expect(refusal(try url(), after: seconds, client: 1) == .fetchHostCooling)
        #expect((refusal(try url(), after: seconds, client: 3) == .fetchHostCooling) == (client == 3))
    }

    @Test func anAnswerEndsTheOutageOfAll() throws {
        for client in [1, 2] { fail(.fetchConnect, try url(), times: 3, client: client) }
        succeed(try url(), client: 3, at: 1)
        for client in [1, 2, 3] { #expect(refusal(try url(), after: 1, client: client) == nil) }
    }

    @Test func manyClientsWithOneFailureEachMakeAnOutage() throws {
        for client in 1...20 { fail(.fetchConnect, try url(), client: client) }
        #expect(refusal(try url(), client: 99) == .fetchHostCooling)
    }

    @Test("Clients that saw an outage long ago leave their places to later ones", arguments: [(2, nil), (3, 9)])
    func earlierClientsGiveWay(_ count: Int, client: Int?) throws {
        for other in 1...8 { fail(.fetchConnect, try url(), client: other) }
        fail(.fetchConnect, try url(), times: count, client: 9, at: 200)
        #expect((refusal(try url(), after: 200, client: 9) == .fetchHostCooling) == (client == 9))
        #expect(refusal(try url(), after: 200, client: 10) == nil)
    }
}
