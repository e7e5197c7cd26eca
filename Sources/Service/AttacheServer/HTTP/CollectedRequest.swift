import AttacheCore
import HTTPTypes

/// A request of `CollectedRoutes`, from its head to its answer.
struct CollectedRequest: Sendable {
    let route: CollectedRoute
    let rules: RequestRules
    let exchange: Exchange
    let client: Client
    let work: CollectedWork
    /// The problem that answers it without its body.
    let refusal: Problem?

    /// Does the work as far as it need not wait; returns `nil` for work that is a task's alone.
    func begin(_ body: [UInt8]) -> BeginResult<MediaWork, BufferedResponse>? {
        guard let begin = work.begin else { return nil }
        return RequestScope.$current.withValue(scope) {
            do throws(Problem) {
                return try begin(body)
            } catch {
                return .finished(answer(to: error))
            }
        }
    }

    /// Does work in a task; returns `nil` when it was cancelled, since the client has disconnected.
    func run(_ work: () async throws -> BufferedResponse) async -> BufferedResponse? {
        await RequestScope.$current.withValue(scope) {
            do {
                let response = try await work()
                guard !Task.isCancelled else { return nil }
                rules.count(response.head.status)
                return response
            } catch {
                guard !Task.isCancelled else { return nil }
                return rules.problem(for: error, at: route.path).map { BufferedResponse($0) }
            }
        }
    }

    /// The answer that a problem is.
    func answer(to problem: Problem) -> BufferedResponse {
        rules.telemetry.metrics.count(problem.kind)
        return BufferedResponse(problem)
    }

    private var scope: RequestScope { RequestScope(client: client.name, trace: exchange.trace) }
}
