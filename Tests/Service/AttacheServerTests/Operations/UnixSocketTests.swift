import AttacheTesting
import Foundation
import Glibc
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Unix socket files", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct UnixSocketTests {
    private func run(_ options: [String], in directory: ScratchDirectory) throws -> AttachedProcess {
        try AttachedProcess(
            ["serve", "--listen", "unix:\(directory.path("s"))", "--state", directory.path("state")] + options,
            in: directory.path
        )
    }

    private func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
    }

    @Test(
        "The socket has the configured mode, whatever the umask",
        arguments: [([], 0o660), (["--socket-mode", "0600"], 0o600)]
    )
    func mode(options: [String], expected: Int) async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let service = try run(options, in: directory)
        try await service.waitUntilListening()
        #expect(mode(directory.path("s")) == expected)
        service.send(SIGTERM)
        #expect(await service.wait() == 0)
    }

    @Test("A live service keeps its socket; a leftover socket is replaced")
    func second() async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let first = try run([], in: directory)
        try await first.waitUntilListening()
        let other = try ScratchDirectory()
        defer { other.remove() }
        let second = try AttachedProcess(
            ["serve", "--listen", "unix:\(directory.path("s"))", "--state", other.path("state")],
            in: other.path
        )
        #expect(await second.wait() == 1)
        #expect(second.standardError.contains(GoldenMessages["service.socket-taken"]), "\(second.standardError)")
        first.send(SIGKILL)
        _ = await first.wait()
        #expect(FileManager.default.fileExists(atPath: directory.path("s")))
        let third = try run([], in: directory)
        try await third.waitUntilListening()
        third.send(SIGTERM)
        #expect(await third.wait() == 0)
    }
}
