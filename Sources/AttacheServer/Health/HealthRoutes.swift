import HTTPTypes
import Hummingbird

/// `GET /healthz`: the process lives. `GET /readyz`: it can do its work.
struct HealthRoutes: Sendable {
    let readiness: Readiness

    func health(_ request: Request, _ context: ServiceContext) -> Response {
        Response(status: .ok, headers: Self.headers, body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n")))
    }

    func ready(_ request: Request, _ context: ServiceContext) async -> Response {
        let healthProblems = await readiness.healthProblems()
        let text = healthProblems.isEmpty ? "ready\n" : healthProblems.map { "\($0)\n" }.joined()
        return Response(
            status: healthProblems.isEmpty ? .ok : .serviceUnavailable,
            headers: Self.headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    private static let headers: HTTPFields = [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"]
}
