import AttacheCore
import LoopbackOrigin
import Testing

/// Every origin that misbehaves, all at once through one run of the program, within a bound on memory.
@Suite("Hostile origins at once", .timeLimit(.minutes(1)))
struct HostileMemoryTests {
    /// The most memory that the program may have resident while all of them are at it, in bytes.
    ///
    /// A debug build that does nothing has some 40 MiB; the bodies that are sent add up to more than 100 MiB.
    private static let limit = 128 << 20

    @Test func allOriginsAtOnce() async throws {
        // What takes 10 s by its nature has been seen alone.
        let rows = OriginRow.rows.filter { $0.verdict != .plain(.fetchStalled) }
        var origins: [LoopbackOrigin] = []
        defer { for origin in origins { origin.stop() } }
        for row in rows { origins.append(try LoopbackOrigin.start(handler: row.handler)) }
        try await HostileScene.with { scene in
            let lines = zip(rows, origins).enumerated().map { index, pair in
                let (row, origin) = pair
                let milliseconds = row.deadline < .seconds(20) ? 3000 : 40_000
                let payload = HostileScene.payload(origin.url(row.path))
                return #"{"id":"\#(index)","deadline_ms":\#(milliseconds),"payload":\#(payload)}"#
            }
            let input = try scene.write(lines.joined(separator: "\n"), to: "in.ndjson")
            let allowances = origins.flatMap { ["--allow-address", "127.0.0.1:\($0.port)"] }
            let ending = try await AttacheProgram(scene: scene).run(
                ["rewrite", "--jobs", "1000", "--per-host", "1000"] + allowances + [input]
            )
            #expect(ending.lines.count == rows.count)
            for (row, line) in zip(rows, ending.lines) {
                let report = try ProgramReport(line)
                // What does not end within 300 ms may do so within three seconds.
                if row.deadline < .seconds(20) { continue }
                #expect(report.verdict == row.verdict, "\(row.testDescription): \(report.sentences)")
            }
            #expect(ending.peakByteCount < Self.limit, "\(ending.peakByteCount >> 20) MiB")
        }
    }
}
