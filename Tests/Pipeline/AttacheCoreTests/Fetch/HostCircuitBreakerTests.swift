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
        contact: FetchFailure.Contact = .tried
    ) {
        let failure = FetchFailure(.failed, [Reason(code, "It failed.")], contact: contact)
        let download = Download(
            body: .failure(failure),
            url: url,
            timing: TransferTiming(),
            route: DeviceRoute(),
            notes: []
        )
        for _ in 0..<times { circuitBreaker.note(download, after: elapsed, at: start) }
    }

    private func refusal(_ url: MediaURL, after seconds: Int = 0) -> ReasonCode? {
        circuitBreaker.refusal(of: url, at: start.advanced(by: .seconds(seconds)))?.code
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
        #expect(never.refusal(of: try url(), at: start) == nil)
    }

    @Test func messageNamesHostCauseAndTime() throws {
        fail(.fetchConnect, try url(), times: 3)
        let reason = circuitBreaker.refusal(of: try url(), at: start.advanced(by: .milliseconds(500)))
        let values = ["host": "a.example", "count": "3", "code": "fetch.connect", "seconds": "30"]
        #expect(reason?.message == GoldenMessages["fetch.host-cooling", values])
        #expect(reason?.isPermanent == false)
    }
}
