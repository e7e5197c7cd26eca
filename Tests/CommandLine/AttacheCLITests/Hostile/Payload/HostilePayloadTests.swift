import Attache
import AttacheCore
import TestWidth
import Testing

/// Cases 129 to 137: hostile bytes as a payload.
@Suite("Hostile payloads", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostilePayloadTests {
    @Test(arguments: PayloadRow.rows)
    func verdict(_ row: PayloadRow) async throws {
        try await HostileScene.with { scene in
            try await withAttache(configuration: scene.configuration()) { attache in
                let result = await HostileRecorder.measureAgain(row, bound: .seconds(5)) {
                    await attache.rewrite(row.bytes)
                }
                #expect(HostileVerdict(result) == row.verdict, "\(result.reasons.map(\.message))")
                if let code = row.also { #expect(result.reasons.contains { $0.code == code }) }
                if let output = row.output { #expect(result.payload == Array(output.utf8)) }
                // Every result can be sent.
                #expect((result.payload?.count ?? 0) <= PayloadReader.payloadLimit)
                if result.outcome == .rejected { #expect(result.payload == nil) }
            }
        }
    }
}
