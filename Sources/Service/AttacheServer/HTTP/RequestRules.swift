import AttacheCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What is decided about every request in one place, whichever way it is answered: by `CollectedRoutes`, or by the router.
///
/// These are its trace and metrics, the host that it names, its client, and the problem that answers an error. The
/// connection decides about its framing, and about `Date` and `Server` (`HTTPConnectionHandler`).
final class RequestRules: Sendable {
    let hosts: HostCheck
    let tokens: ReloadableTokens
    let metrics: HTTPMetrics
    let identifiers: TraceIdentifierGenerator
    let readiness: Readiness
    let log: ServiceLog
    let refusals: RefusalLog
    private let methods: AllowedMethods

    /// `methods` are those of all routes.
    init(
        hosts: HostCheck,
        tokens: ReloadableTokens,
        metrics: HTTPMetrics,
        readiness: Readiness,
        log: ServiceLog,
        identifiers: TraceIdentifierGenerator = TraceIdentifierGenerator(),
        methods: AllowedMethods = AllowedMethods()
    ) {
        self.hosts = hosts
        self.tokens = tokens
        self.metrics = metrics
        self.identifiers = identifiers
        self.readiness = readiness
        self.log = log
        refusals = RefusalLog(log)
        self.methods = methods
    }

    /// Returns the problem that answers an error, and counts it; `nil` if the client has gone, which is no error of the
    /// service. What is unexpected is logged, and not shown to the client.
    func problem(for error: any Error, at path: String) -> Problem? {
        switch error {
        case let problem as Problem: return counted(problem)
        case let error as HTTPError where error.status == .notFound:
            let allowed = methods[path]
            return counted(allowed.isEmpty ? .nothingThere : .notAllowed(allowed))
        case is CancellationError, is IOError: return nil
        default:
            log.write(.error, "A request failed.") { line in
                line.member("error", RedactedURL.value("\(error)"))
                if let scope = RequestScope.current { line.members(of: scope) }
            }
            return counted(.failure)
        }
    }

    /// Counts a problem that a route returned as a response: a stored one, or one with headers of its own.
    func count(_ status: HTTPResponse.Status) {
        switch status {
        case .unprocessableContent: report(.notAPush)
        case .rangeNotSatisfiable: report(.rangeNotSatisfiable)
        default: break
        }
    }

    /// Counts a problem, and logs a refusal.
    func report(_ problem: ProblemKind) {
        metrics.count(problem)
        refusals.report(problem)
    }

    private func counted(_ problem: Problem) -> Problem {
        report(problem.kind)
        return problem
    }
}

extension RequestRules: RouterMiddleware {
    typealias Context = ServiceContext

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let exchange = Exchange(request.head, self, since: context.arrival)
        var context = context
        context.trace = exchange.trace
        var response: Response
        do {
            try hosts.check(request.head)
            response = try await next(request, context)
            count(response.status)
        } catch {
            guard let problem = problem(for: error, at: request.uri.path) else { throw error }
            response = BufferedResponse(problem).response(to: request.method)
        }
        exchange.answer(with: &response.head, at: context.route)
        let body = response.body
        guard body.contentLength == nil else {
            exchange.end()
            return response
        }
        // Hummingbird releases the body of a client that disconnected before the head was written.
        response.body = ResponseBody { writer in
            defer { exchange.end() }
            try await body.write(writer)
        }
        return response
    }
}

/// Gives each request of a guarded route the client of its token.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let tokens: ReloadableTokens

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = try tokens.client(of: request.head, from: context.client)
        return try await RequestScope.respond(request, context, next)
    }
}
