import HTTPTypes
import Hummingbird

/// Every route of the service, in one screen.
struct ServiceRouter: Sendable {
    let rewrite: RewriteRoute
    let batch: BatchRoute
    let policies: PoliciesRoute
    /// Serves stored media, or `nil` where that is off.
    let media: MediaRoute?
    let health: HealthRoutes
    let tokens: LiveTokens
    let telemetry: TelemetryMiddleware
    let metrics: MetricsRoute

    /// The responder behind every connection.
    func responder() -> some HTTPResponder<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        if let tracing = TelemetryMiddleware.instrument { router.add(middleware: tracing) }
        router.add(middleware: telemetry)
        router.add(middleware: ProblemMiddleware(metrics: telemetry.metrics))
        open(router, "/healthz", .get) { health.health($0, $1) }
        open(router, "/readyz", .get) { await health.ready($0, $1) }
        guarded(router, "/metrics", .get) { metrics.respond($0, $1) }
        guarded(router, "/v1/rewrite", .post) { try await rewrite.respond($0, $1) }
        guarded(router, "/v1/rewrite/batch", .post) { try await batch.respond($0, $1) }
        guarded(router, "/v1/policies", .get) { policies.respond($0, $1) }
        if let media {
            guarded(router, "/v1/media/{sha256}", .get, .head) { try await media.respond($0, $1) }
        }
        return router.buildResponder()
    }

    private typealias Handler = @Sendable (Request, ServiceContext) async throws -> Response

    /// A route that everybody may ask.
    private func open(
        _ router: Router<ServiceContext>,
        _ path: RouterPath,
        _ methods: HTTPRequest.Method...,
        handler: @escaping Handler
    ) {
        open(router, path, methods, handler)
    }

    private func open(
        _ router: Router<ServiceContext>,
        _ path: RouterPath,
        _ methods: [HTTPRequest.Method],
        _ handler: @escaping Handler
    ) {
        for method in methods { router.on(path, method: method, use: handler) }
        for other in Self.methods where !methods.contains(other) {
            router.on(path, method: other) { _, _ -> Response in
                var problem = Problem(
                    .methodNotAllowed,
                    "Use \(methods.map(\.rawValue).joined(separator: " or ")) here."
                )
                problem.allowed = methods
                throw problem
            }
        }
    }

    /// A route that wants a token where there are tokens.
    private func guarded(
        _ router: Router<ServiceContext>,
        _ path: RouterPath,
        _ methods: HTTPRequest.Method...,
        handler: @escaping Handler
    ) {
        let access = AccessCheck(tokens: tokens)
        open(router, path, methods) { request, context in
            var context = context
            context.client = try access.client(of: request, from: context.client)
            return try await RequestScope.respond(request, context, handler)
        }
    }

    private static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]
}
