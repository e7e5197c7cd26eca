import AttacheTesting
import Foundation
import Glibc
import TestWidth
import Testing

/// Each case is a separate process that enters the sandbox and then tries one operation.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SandboxTests {
    private func end(_ action: String...) async throws -> Int32 {
        let directory = Bundle.main.executableURL?.deletingLastPathComponent()
        let program = try #require(directory?.appending(path: "SandboxProbe").path(percentEncoded: false))
        return try await ChildProcess(program, action).wait()
    }

    @Test func requiredOperationsWork() async throws {
        #expect(try await end("work") == 7)
    }

    @Test(arguments: ["open", "truncate-open", "socket", "fork", "execute", "other-stream"])
    func otherOperationsKillProcess(_ action: String) async throws {
        #expect(try await end(action) == -SIGSYS)
    }

    /// A process that draws reads fonts and the data of its libraries, and nothing else.
    @Test(arguments: [
        ("work", 7), ("open-fonts", 7), ("open", 8), ("open-environment", 8), ("change-root", 8), ("create", 8),
        ("truncate-open", 8), ("change", 8), ("socket", 8), ("fork", 8),
        ("execute", 8),
        ("other-stream", 8), ("remove", 8), ("memory", 8),
    ])
    func readingSandboxRefuses(_ action: String, status: Int32) async throws {
        #expect(try await end(action, "reading") == status)
    }

    /// The program that a converter becomes has no capabilities, also where root has started it.
    @Test(
        .enabled(if: geteuid() == 0, "Only root has capabilities."),
        arguments: [("rename-host", 8), ("change-root", 8), ("work", 7)]
    )
    func converterHasNoCapabilities(_ action: String, status: Int32) async throws {
        #expect(try await end(action, "converted") == status)
        // A container may have taken the right to name the machine from root too.
        if action != "rename-host" { #expect(try await end(action, "none") == 7) }
    }

    /// A converter reads its libraries and its input, and changes its output only.
    @Test(arguments: [
        ("work", 7), ("open-library", 7), ("output", 7), ("execute", 7), ("open", 8), ("run", 8), ("input", 8),
        ("create", 8), ("change", 8), ("socket", 8), ("fork", 8), ("remove", 8), ("memory", 8), ("sleep", -SIGALRM),
        ("long-output", -SIGXFSZ), ("share", 8), ("priority", 8), ("share-memory", 8), ("open-environment", 8),
        ("change-root", 8),
    ])
    func sandboxOfConverterRefuses(_ action: String, status: Int32) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        let input = directory.appending(path: "input").path(percentEncoded: false)
        try Data("x".utf8).write(to: directory.appending(path: "input"))
        let output = directory.appending(path: "output").path(percentEncoded: false)
        let program = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "SandboxProbe")
        let path = try #require(program?.path(percentEncoded: false))
        let process = try ChildProcess(path, [action, "converter"], input: input, output: output, errors: "/dev/null")
        #expect(await process.wait() == status)
    }
}
