import Attache
import AttacheSystem
import HTTPTypes
import Hummingbird

/// `GET /healthz`: liveness. `GET /readyz`: readiness.
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

extension ReadinessCheck {
    /// The checks of an `Attache` behind a queue; disk checks run on `threads`, separate from all other work.
    static func all(_ attache: Attache, _ queue: AdmissionController, threads: WorkerPool) -> [ReadinessCheck] {
        [
            ReadinessCheck(name: "queue") { queue.isClosed ? "The queue is closed." : nil },
            ReadinessCheck(name: "store") { await threads.run { attache.storeHealthProblem() } ?? nil },
            ReadinessCheck(name: "resolver") { await attache.transferHealthProblem() },
            ReadinessCheck(name: "type check") { await attache.inspectionHealthProblem() },
        ]
    }
}
