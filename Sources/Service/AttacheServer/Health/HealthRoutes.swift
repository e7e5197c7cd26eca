import Attache
import AttacheSystem
import HTTPTypes
import Hummingbird
import Logging

/// `GET /healthz`: liveness. `GET /readyz`: readiness.
struct HealthRoutes: Sendable {
    let readiness: Readiness

    /// The answer of a process that is alive.
    static let alive = BufferedResponse(.ok, headers, Array("ok\n".utf8))

    func ready(_ request: Request, _ context: ServiceContext) async -> Response {
        let findings = await readiness.findings()
        let isReady = !findings.contains { $0.isProblem }
        let lines = (isReady ? ["ready"] : []) + findings.map(\.line)
        return Response(
            status: isReady ? .ok : .serviceUnavailable,
            headers: Self.headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: lines.map { "\($0)\n" }.joined()))
        )
    }

    private static let headers: HTTPFields = [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"]
}

extension ReadinessFinding {
    /// A store that is full takes no more media for a while; pushes without media, and those whose media it has, go out.
    init?(_ health: StoreHealth) {
        switch health {
        case .ready: return nil
        case .full(let sentence): self = .warning(sentence)
        case .failing(let sentence): self = .problem(sentence)
        }
    }
}

extension ServiceLog {
    /// Writes what the checks of readiness found, after a change of it.
    func write(_ findings: [ReadinessFinding]) {
        let isReady = !findings.contains { $0.isProblem }
        write(isReady ? .notice : .warning, isReady ? "ready" : "not ready") { line in
            if !findings.isEmpty { line.member(LogField.detail, findings.map(\.line).joined(separator: " ")) }
        }
    }
}

extension ReadinessCheck {
    /// The checks of an `Attache` behind a queue, and of the disk of stored responses; disk checks run on `threads`,
    /// separate from all other work.
    static func all(
        _ attache: Attache,
        _ queue: AdmissionController,
        state: StateLock?,
        threads: WorkerPool
    ) -> [ReadinessCheck] {
        let checks = [
            ReadinessCheck(name: "queue") { queue.isClosed ? .problem("The queue is closed.") : nil },
            ReadinessCheck(name: "store") { await threads.run { ReadinessFinding(attache.storeHealth()) } ?? nil },
            ReadinessCheck(name: "resolver") { await attache.transferHealthProblem().map { .problem($0) } },
            ReadinessCheck(name: "type check") { await attache.inspectionHealthProblem().map { .problem($0) } },
        ]
        guard let state else { return checks }
        return checks + [
            ReadinessCheck(name: "state directory") {
                await threads.run { state.writingProblem().map { .problem($0) } } ?? nil
            }
        ]
    }
}
