import AttacheThreads
import HTTPTypes
import Hummingbird

/// Lets requests in that carry a known bearer token, and counts each for its token's client.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let tokens: LiveTokens

    func handle(
        _ request: Request,
        context: ServiceContext,
        next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let tokens = tokens.current
        guard !tokens.isEmpty else { return try await next(request, context) }
        let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw Problem(.unauthorized, "Send the header Authorization: Bearer TOKEN.")
        }
        guard let client = tokens.client(of: words[1].utf8) else {
            throw Problem(.unauthorized, "The bearer token is not one of this service's.")
        }
        var context = context
        context.client = client
        return try await next(request, context)
    }
}
