import Attache
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// Case 128: a type checker that crashes or hangs on its input, in a separate process.
@Suite("Hostile input of the type checker", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileCheckerTests {
    /// Greets like a helper, reads a request, and kills itself with a signal.
    private static let crashing = #"printf '\005\000\000\000ready'; head -c 1 >/dev/null; kill -SEGV $$"#
    /// Greets like a helper, and never answers in the time of a payload.
    private static let hanging = #"printf '\005\000\000\000ready'; exec sleep 900"#

    @Test("case 128: the item falls back, the others succeed", arguments: [true, false])
    func checker(isCrashing: Bool) async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            let script = "#!/bin/sh\n" + (isCrashing ? Self.crashing : Self.hanging) + "\n"
            let program = scene.directory + "/checker"
            // Another process writes it: a program that is open for writing in this process or a child cannot start.
            let words = ["-m", "755", try scene.write(script, to: "script"), program]
            try #require(try ChildProcess("/usr/bin/install", words).waitBlocking() == 0)
            var configuration = scene.configuration(ports: [origin.port])
            configuration.typeCheck = .isolated(program: program)
            try await withAttache(configuration: configuration) { attache in
                let row = isCrashing ? SceneRow.crashingChecker : .hangingChecker
                for path in ["/a.png", "/b.png"] {
                    let result = await HostileRecorder.measure(row) {
                        await attache.rewrite(HostileScene.payload(origin.url(path)))
                    }
                    #expect(HostileVerdict(result) == row.verdict, "\(result.reasons.map(\.message))")
                    #expect(result.headline?.isPermanent == false)
                }
                let other = await attache.rewrite(#"{"aps":{"alert":"Hello"}}"#)
                #expect(HostileVerdict(other) == .untouched(nil))
            }
            #expect(scene.storedFiles.isEmpty)
        }
    }
}
