import AttacheCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Converts errors to problem details; unexpected errors are logged and not shown to the client.
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
            // The rest of the body is not read, so the connection closes.
            if problem.kind == .requestTimeout { response.headers[.connection] = "close" }
            return response
        } catch let error as HTTPError where error.status == .notFound {
            let allowed = methods[request.uri.path]
            return counted(allowed.isEmpty ? .nothingThere : .notAllowed(allowed)).response(to: request)
        } catch let error as HTTPParserError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch let error as IOError {
            // The client has gone: its doing, and no error of the service.
            throw error
        } catch {
            context.logger.error("A request failed.", metadata: ["error": "\(error)"])
            return counted(.failure).response(to: request)
        }
    }

    /// Problems that routes return as responses: stored ones, and those with extra headers.
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

    /// The media type of problem details (RFC 9457).
    static let mediaType = "application/problem+json"

    var response: Response {
        let caching = cacheLifetime.map { "max-age=\($0)" } ?? "no-store"
        var headers: HTTPFields = [.contentType: Self.mediaType, .cacheControl: caching]
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

    /// The response to a request, without a body for HEAD.
    func response(to request: Request) -> Response {
        request.method == .head ? response.createHeadResponse() : response
    }

    /// The problem as one compact JSON object (RFC 9457).
    func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "urn:attache:problem:\(kind.rawValue)")
        writer.member("title", kind.title)
        writer.member("status", kind.status.code)
        writer.member("detail", detail)
        ReasonEncoder.write(reasons, to: &writer)
        writer.endObject()
        return writer.bytes
    }
}
