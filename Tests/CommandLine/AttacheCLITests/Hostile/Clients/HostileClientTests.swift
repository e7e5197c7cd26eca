import AttacheTesting
import Foundation
import TestWidth
import Testing

/// Clients of the service that misbehave, each against a service of its own.
@Suite("Hostile clients", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileClientTests {
    /// The share of one address needs an address besides loopback.
    private static let rows = ClientRow.rows.filter { $0.script != "share" || Namespace.isAvailable }

    @Test(arguments: rows)
    func verdict(_ row: ClientRow) async throws {
        try await HostileScene.with { scene in
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "clients.py")
            let (output, errors) = (scene.directory + "/output", scene.directory + "/errors")
            let text = try await HostileRecorder.measure(row) {
                let client = try ChildProcess(
                    "/usr/bin/python3",
                    [script.path(), BuiltProgram.path("attached"), scene.directory + "/work", row.script],
                    output: output,
                    errors: errors
                )
                _ = await client.wait()
                return (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            }
            let notes = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
            #expect(HostileVerdict.client(text.trimmingCharacters(in: .newlines)) == row.verdict, "\(notes)")
        }
    }
}
