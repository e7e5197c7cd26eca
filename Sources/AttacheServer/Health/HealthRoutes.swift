import Attache
import AttacheSystem
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

extension ReadinessCheck {
    /// What an `Attache` behind a queue cannot work without.
    ///
    /// - Parameters:
    ///   - attache: What does the work.
    ///   - queue: Who is let in.
    ///   - threads: Where the disk is waited for, apart from all other work.
    /// - Returns: The checks.
    static func all(_ attache: Attache, _ queue: AdmissionController, threads: WorkerPool) -> [ReadinessCheck] {
        [
            ReadinessCheck(name: "queue") { queue.isClosed ? "The queue takes nothing any more." : nil },
            ReadinessCheck(name: "store") { await threads.run { attache.storeHealthProblem() } ?? nil },
            ReadinessCheck(name: "resolver") { await attache.transferHealthProblem() },
            ReadinessCheck(name: "type check") { await attache.inspectionHealthProblem() },
        ]
    }
}
