import AttacheCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Answers every error with problem details; what nobody foresaw is told to the log and not to the client.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let metrics: HTTPMetrics
    let methods: AllowedMethods

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            let response = try await next(request, context)
            if let kind = Self.answered[response.status] { metrics.count(kind) }
            return response
        } catch let problem as Problem {
            var response = counted(problem).response(to: request)
            // Nobody reads the rest of the body, so the connection ends; a stream ends without saying so (RFC 9113 §8.2.2).
            if problem.kind == .requestTimeout, !context.isStream { response.headers[.connection] = "close" }
            return response
        } catch let error as HTTPError where error.status == .notFound {
            let allowed = methods[request.uri.path]
            return counted(allowed.isEmpty ? .nothingThere : .notAllowed(allowed)).response(to: request)
        } catch let error as HTTPParserError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error("A request failed.", metadata: ["error": "\(error)"])
            return counted(.failure).response(to: request)
        }
    }

    /// Problems that are given as answers: kept ones, and those with headers of their own.
    private static let answered: [HTTPResponse.Status: ProblemKind] = [
        .unprocessableContent: .notAPush, .rangeNotSatisfiable: .rangeNotSatisfiable,
    ]

    private func counted(_ problem: Problem) -> Problem {
        metrics.count(problem.kind)
        return problem
    }
}

extension Problem: HTTPResponseError {
    var status: HTTPResponse.Status { kind.status }

    func response(from request: Request, context: some Hummingbird.RequestContext) throws -> Response { response }

    /// What RFC 9457 calls problem details in JSON.
    static let mediaType = "application/problem+json"

    /// The problem as a response.
    var response: Response {
        var headers: HTTPFields = [.contentType: Self.mediaType, .cacheControl: "no-store"]
        if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
        if kind == .unauthorized { headers[.wwwAuthenticate] = #"Bearer realm="attache""# }
        if kind == .methodNotAllowed { headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ") }
        if wantsPlainBody { headers[.acceptEncoding] = "identity" }
        return Response(
            status: kind.status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json()))
        )
    }

    /// The problem as the response to a request: to HEAD without its body, which nobody would read.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    func response(to request: Request) -> Response {
        request.method == .head ? response.createHeadResponse() : response
    }

    /// The problem in the form of RFC 9457: one compact JSON object.
    func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "urn:attache:problem:\(kind.rawValue)")
        writer.member("title", kind.title)
        writer.key("status")
        writer.integer(kind.status.code)
        writer.member("detail", detail)
        ReasonEncoder.write(reasons, to: &writer)
        writer.endObject()
        return writer.bytes
    }
}
