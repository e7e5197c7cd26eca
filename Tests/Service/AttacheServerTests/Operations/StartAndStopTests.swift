import AttacheTesting
import Foundation
import Glibc
import TestWidth
import Testing

/// The lines about start and end, and the lock on the state directory.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct StartAndStopTests {
    private func line(_ prefix: String, in text: String) throws -> [String: Any] {
        let lines = text.split(separator: "\n").compactMap { line in
            try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
        let found = lines.filter { ($0["message"] as? String)?.hasPrefix(prefix) == true }
        #expect(found.count == 1, "\(text)")
        return try #require(found.first)
    }

    @Test("The first line describes the service, and the last one its end")
    func lines() async throws {
        let files = ["tokens": "one 0123456789abcdef\ntwo 0123456789abcdeg\n"]
        try await ProgramScene.with(["--token-file", "tokens", "--jobs", "9"], files: files) { scene in
            let start = try line(GoldenMessages["service.listening"], in: scene.process.standardError)
            #expect(start["address"] as? String == "127.0.0.1:\(scene.port)")
            #expect(start["version"] as? String != nil)
            #expect(start["tls"] as? Bool == false)
            #expect(start["tokens"] as? Int == 2)
            #expect((start["policies"] as? [String])?.contains("apple") == true)
            #expect(start["state"] as? String == "\(scene.directory)/state")
            #expect(start["store"] as? String == "\(scene.directory)/state/media")
            #expect(start["jobs"] as? Int == 9)
            #expect(start["request_limit_bytes"] as? Int == 1 << 20)
            #expect(start["drain_ms"] as? Double == 30_000)
            // One line about the address, and no other before it.
            #expect(scene.process.standardError.split(separator: "\n").count == 1, "\(scene.process.standardError)")

            #expect(await scene.end(by: SIGTERM) == 0)
            let end = try line("stopped", in: scene.process.standardError)
            #expect(end["complete"] as? Bool == true)
            #expect((end["uptime_ms"] as? Double ?? 0) > 0)
            #expect(scene.process.standardError.split(separator: "\n").last?.contains("stopped") == true)
        }
    }

    @Test("A second service on a state directory is refused with status 2, until the first ends, even by SIGKILL")
    func lock() async throws {
        try await ProgramScene.with { scene in
            let arguments = ["serve", "--listen", "127.0.0.1:0", "--state", "\(scene.directory)/state"]
            let second = try AttachedProcess(arguments, in: scene.directory)
            #expect(await second.wait() == 2)
            #expect(second.standardError.contains("\(scene.directory)/state is in use"), "\(second.standardError)")
            #expect(second.standardError.contains("--state"))
            #expect(!second.standardError.contains(GoldenMessages["service.listening"]))
            // The first one is not disturbed, and a crash leaves no lock.
            #expect(try await scene.ask("/readyz").status == 200)
            try await scene.restart(after: SIGKILL)
            #expect(try await scene.ask("/readyz").status == 200)
        }
    }
}
