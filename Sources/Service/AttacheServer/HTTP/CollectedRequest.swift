import AttacheCore
import HTTPTypes

/// A request of `CollectedRoutes`, from its head to its answer.
///
/// It is an object, since it is handed along for each part of the request.
final class CollectedRequest: Sendable {
    let route: CollectedRoute
    private let rules: RequestRules
    let exchange: Exchange
    let client: Client
    let work: CollectedWork
    /// The problem that answers it without its body.
    let refusal: Problem?

    init(
        _ exchange: Exchange,
        at route: CollectedRoute,
        of client: Client,
        _ work: CollectedWork,
        refusal: Problem?,
        _ rules: RequestRules
    ) {
        self.exchange = exchange
        self.route = route
        self.client = client
        self.work = work
        self.refusal = refusal
        self.rules = rules
    }

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
        rules.report(problem.kind)
        return BufferedResponse(problem)
    }

    private var scope: RequestScope { RequestScope(client: client.name, trace: exchange.trace) }
}
