import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct RecordingFetcherTests {
    private static let good = IPAddress.v4(0x0808_0808)
    private static let bad = IPAddress.v4(0x7F00_0001)
    private static let denied = Reason(.egressAddressDenied, "No.")

    private let url = MediaURL(
        text: "https://a.example/x.png",
        scheme: .https,
        host: .name("a.example"),
        port: 443,
        path: "/x.png"
    )

    private var request: FetchRequest {
        FetchRequest(url: url, deadline: Deadline(at: .now + .seconds(30)), judge: Judge())
    }

    /// Denies `bad` in the lookup's answer, port 444 at the dial and TLS 1.0.
    private struct Judge: ConnectionJudging {
        func judge(addresses: [IPAddress], for url: MediaURL) -> AddressVerdict {
            addresses.contains(bad) ? .refused([denied]) : .permitted(addresses.reversed())
        }

        func refusal(dialling address: IPAddress, port: Int, for url: MediaURL) -> Reason? {
            port == 444 ? denied : nil
        }

        func refusals(of session: TLSSession, for url: MediaURL) -> [Reason] {
            session.version == .tls10 ? [denied] : []
        }
    }

    /// Accepts bytes until it has `limit` of them, and then returns `decision`.
    private final class Receiver: ResponseReceiving {
        let received = Locked<(status: Int?, bytes: [UInt8])>((nil, []))
        let limit: Int
        let decision: TransferDecision

        init(limit: Int = .max, then decision: TransferDecision = .discard) {
            self.limit = limit
            self.decision = decision
        }

        func receive(head: ResponseHead) -> TransferDecision {
            received.withLock { $0.status = head.status }
            return limit == 0 ? decision : .proceed
        }

        func receive(body bytes: Span<UInt8>) -> TransferDecision {
            received.withLock { received in
                for index in bytes.indices { received.bytes.append(bytes[index]) }
                return received.bytes.count < limit ? .proceed : decision
            }
        }
    }

    private func reasons(_ result: FetchResult) -> [Reason]? {
        if case .failure(let failure) = result { failure.reasons } else { nil }
    }

    private func byteCount(_ result: FetchResult) -> Int? {
        if case .success(let response) = result { response.byteCount } else { nil }
    }

    @Test("Responses follow the script, and a request beyond the last fails")
    func script() async {
        let fetcher = RecordingFetcher(
            script: [
                .response(ScriptedResponse(status: 404)), .failure(FetchFailure(.deadline, [Self.denied])),
            ]
        )
        let receiver = Receiver()
        #expect(byteCount(await fetcher.fetch(request, into: receiver)) == 0)
        #expect(receiver.received.withLock { $0.status } == 404)
        #expect(reasons(await fetcher.fetch(request, into: receiver)) == [Self.denied])
        #expect(reasons(await fetcher.fetch(request, into: receiver))?.map(\.code) == [.fetchConnect])
        #expect(fetcher.requests.map(\.url) == [url, url, url])
    }

    @Test(
        "The receiver's decision applies at the piece where it is made",
        arguments: [(Int.max, 5), (4, 5), (3, 3), (1, 3), (0, 0)]
    )
    func receiver(limit: Int, delivered: Int) async {
        let fetcher = RecordingFetcher(script: [.response(ScriptedResponse(pieces: [[1, 2, 3], [4, 5]]))])
        let receiver = Receiver(limit: limit)
        #expect(byteCount(await fetcher.fetch(request, into: receiver)) == delivered)
        #expect(receiver.received.withLock { $0.bytes } == Array([1, 2, 3, 4, 5].prefix(delivered)))
    }

    @Test("A rejection by the receiver is the result", arguments: [0, 1])
    func refused(limit: Int) async {
        let fetcher = RecordingFetcher(script: [.response(ScriptedResponse(pieces: [[1]]))])
        let result = await fetcher.fetch(request, into: Receiver(limit: limit, then: .refuse(Self.denied)))
        #expect(reasons(result) == [Self.denied])
    }

    @Test("The judge checks the lookup's answer, the dialled port and the session, before anything arrives")
    func judge() async {
        let old = TLSSession(version: .tls10, cipherSuite: "", certificates: [])
        var otherPort = request
        otherPort.url = MediaURL(text: url.text, scheme: .https, host: url.host, port: 444, path: url.path)
        let cases: [(FetchRequest, ScriptedResponse)] = [
            (request, ScriptedResponse(addresses: [Self.good, Self.bad])),
            (otherPort, ScriptedResponse(addresses: [Self.good])),
            (request, ScriptedResponse(addresses: [Self.good], session: old)),
        ]
        for (request, response) in cases {
            let receiver = Receiver()
            let result = await RecordingFetcher(script: [.response(response)]).fetch(request, into: receiver)
            #expect(reasons(result) == [Self.denied])
            #expect(receiver.received.withLock { $0.status } == nil)
        }
    }

    @Test("The remote address is the first permitted address")
    func address() async {
        let other = IPAddress.v4(0x0909_0909)
        let response = ScriptedResponse(addresses: [Self.good, other])
        let result = await RecordingFetcher(script: [.response(response)]).fetch(request, into: Receiver())
        guard case .success(let end) = result else {
            Issue.record("Expected a response, not \(result).")
            return
        }
        #expect(end.address == other)
    }

    @Test("A response may wait for a clock, and one that never comes ends when the task is cancelled")
    func waiting() async {
        let clock = ManualClock()
        let instant = clock.now + .seconds(1)
        let request = request
        let slow = RecordingFetcher { _ in
            try? await clock.sleep(until: instant)
            return .response(ScriptedResponse())
        }
        let answered = Task { await slow.fetch(request, into: Receiver()) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(byteCount(await answered.value) == 0)

        let silent = RecordingFetcher(script: [.untilCancelled])
        let cancelled = Task { await silent.fetch(request, into: Receiver()) }
        cancelled.cancel()
        #expect(reasons(await cancelled.value)?.map(\.code) == [.fetchCancelled])
    }
}
