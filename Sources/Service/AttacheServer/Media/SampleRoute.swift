import HTTPTypes
import Hummingbird
import LoopbackOrigin

/// `GET /samples` and `GET /samples/{name}`: the payloads and media files of `attache demo --write`, for a first try
/// without a network. The URLs in the payloads lead back to this service.
struct SampleRoute: Sendable {
    /// Whether the samples are served.
    let isServed: Bool
    /// `http`, or `https` for a service with a certificate.
    let scheme: String

    /// Names the scheme that the client used, where a proxy ends TLS.
    private static let forwardedScheme = HTTPField.Name("X-Forwarded-Proto")
    private static let media = Dictionary(
        uniqueKeysWithValues: DemoCase.sampleMedia.map { ($0.rawValue, StaticFile($0.mimeType, $0.bytes)) }
    )
    private static let payloads = Dictionary(uniqueKeysWithValues: DemoCase.samples.map { ($0.file, $0.row) })

    /// Lists the payloads with what each is, then the media files.
    func list(_ request: Request, _ context: ServiceContext) throws(Problem) -> Response {
        let origin = try origin(of: request)
        let lines =
            DemoCase.samples.map { "\(origin)/\($0.file)  \($0.row.title)\n" }
            + DemoCase.sampleMedia.map { "\(origin)/\($0.rawValue)\n" }
        return BufferedResponse(mediaType: "text/plain; charset=utf-8", body: Array(lines.joined().utf8))
            .response(to: request.method)
    }

    /// Responds with a payload or a media file.
    func respond(_ request: Request, _ context: ServiceContext) throws(Problem) -> Response {
        let origin = try origin(of: request)
        let name = context.parameters.get("name") ?? ""
        if let file = Self.media[name] { return file.respond(to: request) }
        guard let payload = Self.payloads[name] else {
            throw Problem(.notFound, "There is no sample of this name; GET /samples lists them.")
        }
        return BufferedResponse(
            mediaType: "application/json",
            body: Array((payload.payload(origin: origin) + "\n").utf8)
        ).response(to: request.method)
    }

    private func origin(of request: Request) throws(Problem) -> String {
        guard isServed else { throw Problem(.notFound, "Samples are served only with --serve-samples.") }
        let isEncrypted = Self.forwardedScheme.map { request.headers[$0] == "https" } ?? false
        return "\(isEncrypted ? "https" : scheme)://\(request.head.authority ?? "localhost")/samples"
    }
}
