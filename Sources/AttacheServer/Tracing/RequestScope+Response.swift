import Hummingbird

extension RequestScope {
    /// Answers a request within its scope, a body that is written bit by bit included.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: What is known of it, its client included.
    ///   - handler: Makes the response.
    /// - Returns: The response.
    /// - Throws: What the handler throws.
    static func respond(
        _ request: Request,
        _ context: ServiceContext,
        _ handler: @Sendable (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard let trace = context.trace else { return try await handler(request, context) }
        let scope = RequestScope(client: context.client.name, trace: trace)
        var response = try await $current.withValue(scope) { try await handler(request, context) }
        guard response.body.contentLength == nil else { return response }
        let body = response.body
        response.body = ResponseBody { writer in
            let copy = writer
            try await $current.withValue(scope) { try await body.write(copy) }
        }
        return response
    }
}
