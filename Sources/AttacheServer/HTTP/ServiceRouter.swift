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
    let page = PageRoutes()
    let document = DocumentRoute()
    let tokens: ReloadableTokens
    let telemetry: TelemetryMiddleware
    let metrics: MetricsRoute

    let hosts: HostCheck

    /// The responder behind every connection.
    func responder() -> some HTTPResponder<ServiceContext> {
        var routes = RouteList(tokens: tokens, hosts: hosts)
        routes.open("/", .get, .head) { page.page($0, $1) }
        routes.open("/page/{file}", .get, .head) { try page.part($0, $1) }
        routes.open("/openapi.yaml", .get, .head) { document.respond($0, $1) }
        routes.open("/healthz", .get, .head) { health.health($0, $1) }
        routes.open("/readyz", .get, .head) { await health.ready($0, $1) }
        routes.guarded("/metrics", .get, .head) { metrics.respond($0, $1) }
        routes.guarded("/v1/rewrite", .post) { try await rewrite.respond($0, $1) }
        routes.guarded("/v1/rewrite/batch", .post) { try await batch.respond($0, $1) }
        routes.guarded("/v1/policies", .get, .head) { policies.respond($0, $1) }
        if let media {
            routes.guarded("/v1/media/{sha256}", .get, .head) { try await media.respond($0, $1) }
        }
        return routes.responder(telemetry)
    }
}
