package import AttacheCore
import AttacheSystem

/// A fetcher without a network that records requests and answers from a script.
///
/// It calls the checks and obeys the receiver as a real fetcher does.
package final class RecordingFetcher: MediaFetching {
    private let record = Locked<[FetchRequest]>([])
    private let answer: @Sendable (FetchRequest) async -> ScriptedAnswer

    package init(answering answer: @escaping @Sendable (FetchRequest) async -> ScriptedAnswer) {
        self.answer = answer
    }

    /// Creates a fetcher with a sequence of answers; a request beyond the last fails with `fetch.connect`.
    package convenience init(script: [ScriptedAnswer]) {
        let left = Locked(script[...])
        self.init { _ in
            left.withLock { $0.popFirst() }
                ?? .failure(FetchFailure(.failed, [Reason(.fetchConnect, "The script has no answer left.")]))
        }
    }

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
            return .failure(
                FetchFailure(
                    .cancelled,
                    [Reason(.fetchCancelled, "The request was cancelled before the download ended.")]
                )
            )
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

/// The answer of a `RecordingFetcher` to a request.
package enum ScriptedAnswer: Sendable {
    case response(ScriptedResponse)
    case failure(FetchFailure)
    /// No answer until the task is cancelled.
    case untilCancelled
}

package struct ScriptedResponse: Sendable {
    package var head: ResponseHead
    /// The body in the pieces of its delivery.
    package var pieces: [[UInt8]]
    /// The answer of the name lookup, checked as by a real fetcher; an empty one skips the check.
    package var addresses: [IPAddress]
    /// The TLS session to be checked, or `nil` for none.
    package var session: TLSSession?
    package var timing: TransferTiming

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
