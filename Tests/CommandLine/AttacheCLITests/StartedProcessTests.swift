import AttacheTesting
import Foundation
import TestWidth
import Testing

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(1)))
struct StartedProcessTests {
    /// While it stays there, exit tests wait for ever.
    @Test("A program without a waiter does not stay after its end")
    func reaped() async throws {
        let program = try ChildProcess("/bin/true", [])
        let folder = program.systemFile("")
        // It stays there as long as the object does, also after its end.
        withExtendedLifetime(consume program) { #expect(FileManager.default.fileExists(atPath: folder)) }
        try await waitUntil { !FileManager.default.fileExists(atPath: folder) }
    }
}
