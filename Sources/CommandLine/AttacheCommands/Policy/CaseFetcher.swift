import AttacheCore
import AttacheSystem
import LoopbackOrigin

/// Answers requests from a case, without a network.
final class CaseFetcher: MediaFetching {
    /// The answers that are left; the last one is repeated.
    private let responses = Locked<[PolicyCase.Response]>([])

    /// Begins a case.
    func begin(_ test: PolicyCase) { responses.withLock { $0 = test.responses } }

    func fetch(_ request: FetchRequest, into receiver: any ResponseReceiving) async -> FetchResult {
        let response = responses.withLock { left in left.count > 1 ? left.removeFirst() : left.first }
        guard let response else {
            return .failure(FetchFailure(.failed, [Reason(.fetchConnect, "The case has no response.")]))
        }
        if let code = response.failure {
            let kind: FetchFailure.Kind = code == .fetchDeadline ? .deadline : .failed
            return .failure(FetchFailure(kind, [Reason(code, "The case says so.")]))
        }
        let sample = Self.sample(for: request.url)
        var head = ResponseHead(status: response.status, fields: response.fields)
        let body = response.body ?? (response.status == 200 ? sample.bytes : [])
        if head.values("Content-Type").isEmpty, response.body == nil, response.status == 200 {
            head.fields.append(("Content-Type", sample.mimeType))
        }
        head.fields.append(("Content-Length", "\(body.count)"))
        return Self.deliver(head, body, into: receiver)
    }

    private static func deliver(
        _ head: ResponseHead,
        _ body: [UInt8],
        into receiver: any ResponseReceiving
    ) -> FetchResult {
        var decision = receiver.receive(head: head)
        var offset = 0
        while decision == .proceed, offset < body.count {
            let end = min(offset + 1 << 16, body.count)
            decision = receiver.receive(body: body.span.extracting(offset..<end))
            offset = end
        }
        if case .refuse(let reason) = decision { return .failure(FetchFailure(.failed, [reason])) }
        return .success(FetchResponse(head: head, byteCount: offset, address: nil, timing: TransferTiming()))
    }

    /// The sample whose name ends as the path of a URL does; a PNG for any other.
    private static func sample(for url: MediaURL) -> SampleMedia {
        let path = url.path.lowercased()
        let samples: [SampleMedia] = [.photoPNG, .photoJPEG, .animationGIF, .clipMP4, .clipAVI, .pictureWebP, .toneWAV]
        return samples.first { path.hasSuffix($0.rawValue.drop { $0 != "." }) } ?? .photoPNG
    }
}
