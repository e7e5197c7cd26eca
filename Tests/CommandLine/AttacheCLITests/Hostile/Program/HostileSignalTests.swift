import AttacheTesting
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

/// Case 146: how the program exits on a signal, and when its output is closed.
@Suite("Hostile signals", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileSignalTests {
    @Test("case 146: a signal stops the reading, and items in progress are answered", arguments: [SIGTERM, SIGINT])
    func once(signal: Int32) async throws {
        try await withSilentPayloads(deadline: "1500ms") { running in
            running.child.send(signal)
            let row = SceneRow.signals
            let ending = try await HostileRecorder.measure(row) { try await running.ending() }
            #expect(ending.status == 5)
            // Four at a time; a busy machine may complete many rounds before the signal arrives, but not all.
            #expect((1..<Self.payloadCount).contains(ending.lines.count))
            #expect(try ending.lines.allSatisfy { try ProgramReport($0).verdict == row.verdict })
        }
    }

    @Test("case 146: a second signal exits immediately", arguments: [SIGTERM, SIGINT])
    func twice(signal: Int32) async throws {
        try await withSilentPayloads(deadline: "1h") { running in
            // One that comes before the program has taken the first is lost.
            try await waitUntil {
                running.child.send(signal)
                return running.child.isOver
            }
            #expect(try await running.ending().status == 128 + signal)
        }
    }

    @Test("case 146: a closed pipe is quiet")
    func closedPipe() async throws {
        try await HostileScene.with { scene in
            let line = #"{"aps":{"alert":"Hello"}}"# + "\n"
            let input = try scene.write(String(repeating: line, count: 2000), to: "in.ndjson")
            let piped = ["bash", "-c", #""$@" | head -n 1; exit "${PIPESTATUS[0]}""#, "bash"]
            let ending = try await AttacheProgram(scene: scene, before: piped).run(["rewrite", input])
            #expect(ending.lines.count == 1)
            #expect(ending.errors == "")
            #expect(ending.status == 0)
        }
    }

    /// So many that they take longer than the test may.
    private static let payloadCount = 2000

    /// Runs the program with payloads for an origin that never answers, four at a time.
    private func withSilentPayloads(
        deadline: String,
        _ body: (AttacheProgram.Running) async throws -> Void
    ) async throws {
        let origin = try LoopbackOrigin.start { _ in .silent }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            let lines = (0..<Self.payloadCount).map { HostileScene.payload(origin.url("/\($0).png")) }
            let input = try scene.write(lines.joined(separator: "\n"), to: "in.ndjson")
            let running = try AttacheProgram(scene: scene).start(
                [
                    "rewrite", "--jobs", "4", "--deadline", deadline,
                    "--allow-address", "127.0.0.1:\(origin.port)", input,
                ]
            )
            try await waitUntil { origin.requestCount >= 4 }
            try await body(running)
        }
    }
}
