import HTTPTypes
import Hummingbird

/// `GET /healthz`: the process lives. `GET /readyz`: it can do its work.
struct HealthRoutes: Sendable {
    let readiness: Readiness

    func health(_ request: Request, _ context: ServiceContext) -> Response {
        Response(status: .ok, headers: Self.headers, body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n")))
    }

    func ready(_ request: Request, _ context: ServiceContext) async -> Response {
        let troubles = await readiness.troubles()
        let text = troubles.isEmpty ? "ready\n" : troubles.map { "\($0)\n" }.joined()
        return Response(
            status: troubles.isEmpty ? .ok : .serviceUnavailable,
            headers: Self.headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    private static let headers: HTTPFields = [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"]
}
