import AttachePrometheus
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /metrics`: everything that is counted, in the text format of Prometheus.
struct MetricsRoute: Sendable {
    let registry: PrometheusRegistry

    func respond(_ request: Request, _ context: ServiceContext) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: registry.exposition()))
        )
    }
}
