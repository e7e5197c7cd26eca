import HTTPTypes
import Hummingbird

/// `GET /openapi.yaml`: what the service understands and answers, as OpenAPI 3.1.
struct DocumentRoute: Sendable {
    // RFC 9512 has the media type.
    private static let file = StaticFile("application/yaml", PackageResources.openapi_yaml)

    func respond(_ request: Request, _ context: ServiceContext) -> Response {
        Self.file.respond(to: request)
    }
}
