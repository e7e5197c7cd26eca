import HTTPTypes
import Hummingbird

/// Routes as they are written down, and the router that they become.
struct RouteList {
    typealias Handler = @Sendable (Request, ServiceContext) async throws -> Response

    let tokens: ReloadableTokens
    let hosts: HostCheck
    private var routes: [(path: String, methods: [HTTPRequest.Method], handler: Handler)] = []

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - tokens: Who is let in where a route is guarded.
    ///   - hosts: Which hosts a request may name.
    init(tokens: ReloadableTokens, hosts: HostCheck) {
        self.tokens = tokens
        self.hosts = hosts
    }

    /// A route that everybody may ask.
    mutating func open(_ path: String, _ methods: HTTPRequest.Method..., handler: @escaping Handler) {
        routes.append((path, methods, handler))
    }

    /// A route that wants a token where there are tokens.
    mutating func guarded(_ path: String, _ methods: HTTPRequest.Method..., handler: @escaping Handler) {
        let access = AccessCheck(tokens: tokens)
        routes.append(
            (
                path, methods,
                { request, context in
                    var context = context
                    context.client = try access.client(of: request, from: context.client)
                    return try await RequestScope.respond(request, context, handler)
                }
            )
        )
    }

    /// The responder that the routes make.
    ///
    /// - Parameter telemetry: Counts and times what is asked.
    /// - Returns: The responder.
    func responder(_ telemetry: TelemetryMiddleware) -> some HTTPResponder<ServiceContext> {
        var allowed = AllowedMethods()
        for route in routes { allowed.add(route.path, route.methods) }
        let router = Router(context: ServiceContext.self)
        if let tracing = TelemetryMiddleware.instrument { router.add(middleware: tracing) }
        router.add(middleware: telemetry)
        router.add(middleware: ProblemMiddleware(metrics: telemetry.metrics, methods: allowed))
        router.add(middleware: hosts)
        for route in routes {
            for method in route.methods {
                router.on("\(route.path)", method: method, use: Self.handler(route.handler, method))
            }
            // Known methods count for the route; what nobody has heard of is answered where nothing is found.
            for other in Self.methods where !route.methods.contains(other) {
                router.on("\(route.path)", method: other) { _, _ -> Response in throw Problem.notAllowed(route.methods)
                }
            }
        }
        return router.buildResponder()
    }

    /// Who asks for the head alone gets that of the whole answer (RFC 9110 §9.3.2).
    private static func handler(_ handler: @escaping Handler, _ method: HTTPRequest.Method) -> Handler {
        guard method == .head else { return handler }
        return { request, context in try await handler(request, context).createHeadResponse() }
    }

    private static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .query,
    ]
}
