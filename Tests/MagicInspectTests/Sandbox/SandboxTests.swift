import AttacheTesting
import Foundation
import Glibc
import Testing

/// Each case is a separate process that enters the sandbox and then tries one operation.
@Suite(.timeLimit(.minutes(5)))
struct SandboxTests {
    private func end(_ action: String) async throws -> Int32 {
        let directory = Bundle.main.executableURL?.deletingLastPathComponent()
        let program = try #require(directory?.appending(path: "SandboxProbe").path(percentEncoded: false))
        return try await ChildProcess(program, [action]).wait()
    }

    @Test func requiredOperationsWork() async throws {
        #expect(try await end("work") == 7)
    }

    @Test(arguments: ["open", "socket", "fork", "execute", "other-stream"])
    func otherOperationsKillProcess(_ action: String) async throws {
        #expect(try await end(action) == -SIGSYS)
    }
}
