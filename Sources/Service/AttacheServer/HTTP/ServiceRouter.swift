import HTTPTypes
import Hummingbird

/// All routes of the service.
struct ServiceRouter: Sendable {
    let rewrite: RewriteRoute
    let batch: BatchRoute
    let matrix: MatrixRoute
    let preview: PreviewRoute
    let policies: PoliciesRoute
    let media: MediaRoute
    let copies: MediaCopyRoute
    let health: HealthRoutes
    let page = PageRoutes()
    let document = DocumentRoute()
    let version = VersionRoute()
    let tokens: ReloadableTokens
    let telemetry: TelemetryMiddleware
    let metrics: MetricsRoute

    let hosts: HostCheck

    /// What answers requests without the router; `nil` where a tracing backend sees each request.
    func immediateRewrite(serverName: String) -> ImmediateRewrite? {
        guard TelemetryMiddleware.instrument == nil else { return nil }
        return ImmediateRewrite(
            route: rewrite,
            hosts: hosts,
            access: AccessMiddleware(tokens: tokens),
            telemetry: telemetry,
            serverName: serverName
        )
    }

    func responder() -> some HTTPResponder<ServiceContext> {
        var routes = RouteList()
        routes.open("/", .get, .head) { page.page($0, $1) }
        routes.open("/page/{file}", .get, .head) { try page.part($0, $1) }
        routes.open("/openapi.yaml", .get, .head) { document.respond($0, $1) }
        routes.open("/healthz", .get, .head) { health.health($0, $1) }
        routes.open("/readyz", .get, .head) { await health.ready($0, $1) }
        routes.guarded("/version", .get, .head) { version.respond($0, $1) }
        routes.guarded("/metrics", .get, .head) { metrics.respond($0, $1) }
        routes.guarded("/v1/rewrite", .post) { try await rewrite.respond($0, $1) }
        routes.guarded("/v1/rewrite/batch", .post) { try await batch.respond($0, $1) }
        routes.guarded("/v1/matrix", .post) { try await matrix.respond($0, $1) }
        routes.guarded("/v1/preview", .post) { try await preview.respond($0, $1) }
        routes.guarded("/v1/policies", .get, .head) { policies.respond($0, $1) }
        routes.guarded("/v1/media/{sha256}", .get, .head) { try await media.respond($0, $1) }
        routes.open("/p/{link}", .get, .head) { try await copies.respond($0, $1) }
        routes.open("/p/{link}/{name}", .get, .head) { try await copies.respond($0, $1) }
        return routes.responder(telemetry, hosts, AccessMiddleware(tokens: tokens))
    }
}

/// The list of routes, and the router built from it.
struct RouteList {
    typealias Handler = @Sendable (Request, ServiceContext) async throws -> Response

    private struct Route {
        let path: String
        let methods: [HTTPRequest.Method]
        let isGuarded: Bool
        let handler: Handler
    }

    private var routes: [Route] = []

    /// Adds a route without authentication.
    mutating func open(_ path: String, _ methods: HTTPRequest.Method..., handler: @escaping Handler) {
        routes.append(Route(path: path, methods: methods, isGuarded: false, handler: handler))
    }

    /// Adds a route that requires a token if the service has tokens.
    mutating func guarded(_ path: String, _ methods: HTTPRequest.Method..., handler: @escaping Handler) {
        routes.append(Route(path: path, methods: methods, isGuarded: true, handler: handler))
    }

    func responder(
        _ telemetry: TelemetryMiddleware,
        _ hosts: HostCheck,
        _ access: AccessMiddleware
    ) -> some HTTPResponder<ServiceContext> {
        var allowed = AllowedMethods()
        for route in routes { allowed.add(route.path, route.methods) }
        let router = Router(context: ServiceContext.self)
        if let tracing = TelemetryMiddleware.instrument { router.add(middleware: tracing) }
        router.add(middleware: telemetry)
        router.add(middleware: ProblemMiddleware(metrics: telemetry.metrics, methods: allowed))
        router.add(middleware: hosts)
        let open = router.group()
        let guarded = router.group().add(middleware: access)
        for route in routes {
            for method in route.methods {
                (route.isGuarded ? guarded : open)
                    .on("\(route.path)", method: method, use: Self.handler(route.handler, method))
            }
            // Known methods count for the route; unknown ones are handled as not found.
            for other in Self.methods where !route.methods.contains(other) {
                router.on("\(route.path)", method: other) { _, _ -> Response in throw Problem.notAllowed(route.methods)
                }
            }
        }
        return router.buildResponder()
    }

    /// HEAD gets the head of the GET response (RFC 9110 §9.3.2).
    private static func handler(_ handler: @escaping Handler, _ method: HTTPRequest.Method) -> Handler {
        guard method == .head else { return handler }
        return { request, context in try await handler(request, context).createHeadResponse() }
    }

    private static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .query,
    ]
}

/// The methods that each path supports, for `Allow`.
struct AllowedMethods: Sendable {
    private var routes: [(pattern: [Substring], methods: [HTTPRequest.Method])] = []

    mutating func add(_ path: String, _ methods: [HTTPRequest.Method]) {
        routes.append((path.split(separator: "/"), methods))
    }

    /// The methods of a path; empty without a route.
    subscript(path: String) -> [HTTPRequest.Method] {
        let parts = path.split(separator: "/")
        return routes.first { route in
            route.pattern.count == parts.count
                && zip(route.pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }?.methods ?? []
    }
}
