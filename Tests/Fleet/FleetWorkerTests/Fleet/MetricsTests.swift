import AttacheSystem
import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@testable import FleetWorker

@Suite("The metrics of a worker", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MetricsTests {
    private func start(_ scene: FleetScene, _ name: String, metrics: String) throws -> ChildProcess {
        try ChildProcess(
            "/usr/bin/env",
            ChildProcess.plainly(home: scene.directory) + [
                BuiltProgram.path("attached"), "work", "--nats",
                scene.server.url, "--store", "\(scene.directory)/store", "--allow-address",
                "127.0.0.0/8:\(scene.origin.port)", "--metrics", metrics,
            ],
            in: scene.directory,
            output: "\(scene.directory)/\(name)"
        )
    }

    private func text(_ scene: FleetScene, _ name: String) -> String {
        (try? String(contentsOfFile: "\(scene.directory)/\(name)", encoding: .utf8)) ?? ""
    }

    /// Asks with curl; returns the body, or the status after it.
    private func ask(_ scene: FleetScene, _ url: String) async throws -> String {
        let curl = try ChildProcess(
            "/usr/bin/curl",
            ["-s", "-w", "status %{http_code}", url],
            output: "\(scene.directory)/answer"
        )
        #expect(await curl.wait() == 0)
        return text(scene, "answer")
    }

    @Test("A worker counts what it does, and is ready while it is connected")
    func metrics() async throws {
        try await FleetScene.with { scene in
            let worker = try start(scene, "worker", metrics: "0")
            let address = try await waitFor {
                try #require(!worker.isOver, "\(text(scene, "worker"))")
                return text(scene, "worker").firstMatch(of: /Metrics are at ([0-9.:]+)\./)?.1
            }
            let server = "http://\(address)"
            try await scene.send([scene.payload("1"), scene.payload("2"), scene.payload("2"), "{"])
            try await scene.wait(for: 4, below: "attache.")
            try await scene.waitForEmptyWork()
            let page = try await ask(scene, "\(server)/metrics")
            for line in [
                "attache_work_taken_total 4", "attache_work_settled_total{settlement=\"published\"} 3",
                "attache_work_settled_total{settlement=\"duplicate\"} 1",
                "attache_work_settled_total{settlement=\"dead-letter\"} 1", "attache_work_refused_total 0",
                "attache_work_suspects_total 0", "attache_work_held 0", "attache_work_connected 1",
                "attache_work_verdicts_total{result=\"miss\"} 1", "attache_items_total{outcome=\"attached\"} 3",
            ] { #expect(page.contains("\(line)\n"), "\(line)") }
            #expect(try await ask(scene, "\(server)/readyz") == "ready\nstatus 200")
            #expect(try await ask(scene, "\(server)/v1/rewrite").hasSuffix("status 404"))

            let other = try start(scene, "other", metrics: String(server.dropFirst(7)))
            #expect(await other.wait() == 1)
            #expect(text(scene, "other").contains("use another address with --metrics"))
            worker.terminate()
            #expect(await worker.wait() == 0)
        }
    }
}
