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
    let samples: SampleRoute
    let health: HealthRoutes
    let page = PageRoutes()
    let document = DocumentRoute()
    let version = VersionRoute()
    let metrics: MetricsRoute

    var routes: RouteList {
        var routes = RouteList()
        routes.open("/", .get, .head) { page.page($0, $1) }
        routes.open("/page/{file}", .get, .head) { try page.part($0, $1) }
        routes.open("/openapi.yaml", .get, .head) { document.respond($0, $1) }
        routes.collected("/healthz", .get, .head, isGuarded: false) { _ in CollectedWork(HealthRoutes.alive) }
        routes.open("/readyz", .get, .head) { await health.ready($0, $1) }
        routes.guarded("/version", .get, .head) { version.respond($0, $1) }
        routes.guarded("/metrics", .get, .head) { metrics.respond($0, $1) }
        routes.collected("/v1/rewrite", .post) { head throws(Problem) in try rewrite.accept(head) }
        routes.guarded("/v1/rewrite/batch", .post) { try await batch.respond($0, $1) }
        routes.collected("/v1/matrix", .post) { head throws(Problem) in try matrix.accept(head) }
        routes.collected("/v1/preview", .post) { head throws(Problem) in try preview.accept(head) }
        routes.guarded("/v1/policies", .get, .head) { policies.respond($0, $1) }
        routes.guarded("/v1/media/{sha256}", .get, .head) { try await media.respond($0, $1) }
        routes.open("/samples", .get, .head) { try samples.list($0, $1) }
        routes.open("/samples/{name}", .get, .head) { try samples.respond($0, $1) }
        routes.open("/p/{link}", .get, .head) { try await copies.respond($0, $1) }
        routes.open("/p/{link}/{name}", .get, .head) { try await copies.respond($0, $1) }
        return routes
    }
}

/// The list of routes, the router built from it, and those that need no router.
struct RouteList {
    typealias Handler = @Sendable (Request, ServiceContext) async throws -> Response

    private struct Route {
        let path: String
        let methods: [HTTPRequest.Method]
        let isGuarded: Bool
        /// Answers requests of the router; `nil` for a route of `CollectedRoutes`.
        let handler: Handler?
    }

    private var routes: [Route] = []
    /// The routes that are answered without the router.
    private(set) var collected: [CollectedRoute] = []

    /// The methods of all routes.
    var methods: AllowedMethods {
        var allowed = AllowedMethods()
        for route in routes { allowed.add(route.path, route.methods) }
        return allowed
    }

    /// Adds a route without authentication.
    mutating func open(_ path: String, _ methods: HTTPRequest.Method..., handler: @escaping Handler) {
        routes.append(Route(path: path, methods: methods, isGuarded: false, handler: handler))
    }

    /// Adds a route that requires a token if the service has tokens.
    mutating func guarded(_ path: String, _ methods: HTTPRequest.Method..., handler: @escaping Handler) {
        routes.append(Route(path: path, methods: methods, isGuarded: true, handler: handler))
    }

    /// Adds a route whose requests are collected, and answered without the router.
    mutating func collected(
        _ path: String,
        _ methods: HTTPRequest.Method...,
        isGuarded: Bool = true,
        accept: @escaping @Sendable (RequestHead) throws(Problem) -> CollectedWork
    ) {
        routes.append(Route(path: path, methods: methods, isGuarded: isGuarded, handler: nil))
        collected.append(CollectedRoute(path: path, methods: methods, isGuarded: isGuarded, accept: accept))
    }

    func responder(_ rules: RequestRules) -> some HTTPResponder<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: rules)
        let open = router.group()
        let guarded = router.group().add(middleware: AccessMiddleware(tokens: rules.tokens))
        for route in routes {
            if let handler = route.handler {
                for method in route.methods {
                    (route.isGuarded ? guarded : open)
                        .on("\(route.path)", method: method, use: Self.handler(handler, method))
                }
            }
            // Known methods count for the route; unknown ones are handled as not found.
            for other in Self.known where !route.methods.contains(other) {
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

    private static let known: [HTTPRequest.Method] = [
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
