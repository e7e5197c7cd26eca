import AttacheCore
import Testing

@testable import CurlFetch

@Suite(.timeLimit(.minutes(1)))
struct FetchCompletionTests {
    private let failure = FetchResult.failure(FetchFailure(.failed, [Reason(.fetchStatus, "Gone.")]))

    private func codes(_ result: FetchResult) -> [ReasonCode] {
        guard case .failure(let failure) = result else { return [] }
        return failure.reasons.map(\.code)
    }

    @Test func aCancellationBeforeTheBeginningIsAnsweredAtOnce() async {
        let completion = FetchCompletion()
        #expect(!completion.cancel())
        let result = await withCheckedContinuation { continuation in
            guard case .resume(let result) = completion.begin(continuation) else {
                preconditionFailure("A cancelled job is not submitted.")
            }
            continuation.resume(returning: result)
        }
        #expect(codes(result) == [.fetchCancelled])
    }

    /// The word of it can reach the driver before the job does, which must then not begin.
    @Test func aCancellationOnTheWayToTheDriverIsKept() async {
        let completion = FetchCompletion()
        _ = await withCheckedContinuation { continuation in
            guard case .submit = completion.begin(continuation) else {
                preconditionFailure("A fresh job is submitted.")
            }
            #expect(!completion.isCancelled)
            #expect(completion.cancel())
            #expect(completion.isCancelled)
            completion.finish(.failure(FetchFailure(.cancelled, [FetchCompletion.cancelled])))
        }
        #expect(!completion.isCancelled)
    }

    @Test func onlyTheFirstResultCounts() async {
        let completion = FetchCompletion()
        let failure = failure
        let result = await withCheckedContinuation { continuation in
            guard case .submit = completion.begin(continuation) else {
                preconditionFailure("A fresh job is submitted.")
            }
            #expect(completion.cancel())
            completion.finish(failure)
            completion.finish(.failure(FetchFailure(.cancelled, [FetchCompletion.cancelled])))
        }
        #expect(codes(result) == [.fetchStatus])
        #expect(!completion.cancel())
    }
}
