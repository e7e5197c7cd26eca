import AttacheCore
import LoopbackOrigin
import TestWidth
import Testing

/// All hostile origins in one run of the program, with bounded memory.
@Suite("Hostile origins at once", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileMemoryTests {
    /// The maximum resident memory of the program while all of them run, in bytes.
    ///
    /// An idle debug build uses about 40 MiB; the bodies that are sent add up to more than 100 MiB.
    private static let limit = 128 << 20

    @Test func memoryIsBoundedForAllOrigins() async throws {
        // Rows that take 10 s by their nature are tested alone.
        let rows = OriginRow.rows.filter { $0.verdict != .plain(.fetchStalled) }
        var origins: [LoopbackOrigin] = []
        defer { for origin in origins { origin.stop() } }
        for row in rows { origins.append(try LoopbackOrigin.start(handler: row.handler)) }
        try await HostileScene.with { scene in
            let lines = zip(rows, origins).enumerated().map { index, pair in
                let (row, origin) = pair
                let milliseconds = row.deadline == OriginRow.shortDeadline ? 3000 : 300_000
                let payload = HostileScene.payload(origin.url(row.path))
                return #"{"id":"\#(index)","deadline_ms":\#(milliseconds),"payload":\#(payload)}"#
            }
            let input = try scene.write(lines.joined(separator: "\n"), to: "in.ndjson")
            let allowances = origins.flatMap { ["--allow-address", "127.0.0.1:\($0.port)"] }
            let ending = try await AttacheProgram(scene: scene).run(
                ["rewrite", "--jobs", "1000", "--per-host", "1000", "--host-cooling", "0s"] + allowances + [input]
            )
            #expect(ending.lines.count == rows.count)
            for (row, line) in zip(rows, ending.lines) {
                let report = try ProgramReport(line)
                // Rows that take longer than 300 ms may take three seconds.
                if row.deadline == OriginRow.shortDeadline { continue }
                #expect(report.verdict == row.verdict, "\(row.testDescription): \(report.sentences)")
            }
            #expect(ending.peakByteCount < Self.limit, "\(ending.peakByteCount >> 20) MiB")
        }
    }
}
