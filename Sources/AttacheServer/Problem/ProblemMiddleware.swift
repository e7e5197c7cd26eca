import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Answers every error with problem details; what nobody foresaw is told to the log and not to the client.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return problem.response(to: request)
        } catch let error as HTTPError where error.status == .notFound {
            return Problem(.notFound, "There is nothing at this path; GET /openapi.yaml tells what there is.")
                .response(to: request)
        } catch let error as HTTPParserError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error("A request failed.", metadata: ["error": "\(error)"])
            return Problem(.internalError, "The service failed on this request; its log says why.")
                .response(to: request)
        }
    }
}
