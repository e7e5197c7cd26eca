package import AttacheCore
import AttacheSystem

/// A fetcher without a network: it remembers what was asked and answers from a script.
///
/// Judges are asked and the receiver is obeyed as a real fetcher does it.
package final class RecordingFetcher: MediaFetching {
    private let record = Locked<[FetchRequest]>([])
    private let answer: @Sendable (FetchRequest) async -> ScriptedAnswer

    /// Creates a fetcher that decides by the request.
    ///
    /// - Parameter answer: Gives the answer; it may wait, for example on a `ManualClock`.
    package init(answering answer: @escaping @Sendable (FetchRequest) async -> ScriptedAnswer) {
        self.answer = answer
    }

    /// Creates a fetcher that gives one answer after the other.
    ///
    /// - Parameter script: The answers; a request beyond the last fails with `fetch.connect`.
    package convenience init(script: [ScriptedAnswer]) {
        let left = Locked(script[...])
        self.init { _ in
            left.withLock { $0.popFirst() }
                ?? .failure(FetchFailure(.failed, [Reason(.fetchConnect, "The script has no answer left.")]))
        }
    }

    /// The requests so far, in order.
    package var requests: [FetchRequest] { record.withLock { $0 } }

    package func fetch(_ request: FetchRequest, into receiver: any ResponseReceiving) async -> FetchResult {
        record.withLock { $0.append(request) }
        switch await answer(request) {
        case .response(let response):
            return deliver(response, to: request, into: receiver)
        case .failure(let failure):
            return .failure(failure)
        case .untilCancelled:
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            for await _ in stream {}
            continuation.finish()
            return .failure(FetchFailure(.cancelled, [Reason(.fetchCancelled, "The caller went away.")]))
        }
    }

    private func deliver(
        _ response: ScriptedResponse,
        to request: FetchRequest,
        into receiver: any ResponseReceiving
    ) -> FetchResult {
        var address: IPAddress?
        if !response.addresses.isEmpty {
            switch request.judge.judge(addresses: response.addresses, for: request.url) {
            case .permitted(let permitted): address = permitted.first
            case .refused(let reasons): return .failure(FetchFailure(.failed, reasons, timing: response.timing))
            }
        }
        let refusals =
            [address.flatMap { request.judge.refusal(dialling: $0, port: request.url.port, for: request.url) }]
            .compactMap(\.self)
            + (response.session.map { request.judge.refusals(of: $0, for: request.url) } ?? [])
        guard refusals.isEmpty else { return .failure(FetchFailure(.failed, refusals, timing: response.timing)) }

        var byteCount = 0
        var decision = receiver.receive(head: response.head)
        for piece in response.pieces where decision == .proceed {
            byteCount += piece.count
            decision = receiver.receive(body: piece.span)
        }
        if case .refuse(let reason) = decision {
            return .failure(FetchFailure(.failed, [reason], timing: response.timing))
        }
        return .success(
            FetchResponse(
                head: response.head,
                byteCount: byteCount,
                address: address,
                timing: response.timing,
                notes: response.session.map { request.judge.notes(on: $0, for: request.url) } ?? []
            )
        )
    }
}

/// What a `RecordingFetcher` does with a request.
package enum ScriptedAnswer: Sendable {
    /// Delivers a response.
    case response(ScriptedResponse)
    /// Fails.
    case failure(FetchFailure)
    /// Never answers, and ends when the task is cancelled.
    case untilCancelled
}

/// A response that a `RecordingFetcher` delivers.
package struct ScriptedResponse: Sendable {
    /// Status and header fields.
    package var head: ResponseHead
    /// The body in the pieces in which it is delivered.
    package var pieces: [[UInt8]]
    /// The answer of the name lookup, judged as a real fetcher has it judged; empty leaves that out.
    package var addresses: [IPAddress]
    /// The TLS session to be judged, or `nil` for none.
    package var session: TLSSession?
    /// Where the time went.
    package var timing: TransferTiming

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields.
    ///   - pieces: The body in the pieces in which it is delivered.
    ///   - addresses: The answer of the name lookup, to be judged.
    ///   - session: The TLS session to be judged.
    ///   - timing: Where the time went.
    package init(
        status: Int = 200,
        fields: [(name: String, value: String)] = [],
        pieces: [[UInt8]] = [],
        addresses: [IPAddress] = [],
        session: TLSSession? = nil,
        timing: TransferTiming = TransferTiming()
    ) {
        self.head = ResponseHead(status: status, fields: fields)
        self.pieces = pieces
        self.addresses = addresses
        self.session = session
        self.timing = timing
    }
}
