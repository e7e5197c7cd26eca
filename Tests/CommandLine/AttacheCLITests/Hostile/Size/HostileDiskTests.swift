import Attache
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// Cases about missing resources of this machine, and about foreign files in the store.
@Suite("Hostile disks", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileDiskTests {
    /// More than fits on a disk of 32 KiB.
    private static let large = SampleMedia.padded(jpeg: SampleMedia.photoJPEG.bytes, to: 1_000_000)

    @Test("case 109: a full disk")
    func fullDisk() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(Self.large, type: "image/jpeg") }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            let row = SceneRow.fullDisk
            let file = try scene.write(HostileScene.payload(origin.url("/a.jpg")), to: "a.json")
            // A file size limit fails a write in the middle like a full disk; 64 blocks of 512.
            let limited = ["sh", "-c", #"trap "" XFSZ; ulimit -f 64; exec "$@""#, "sh"]
            let ending = try await HostileRecorder.measure(row) {
                try await AttacheProgram(scene: scene, before: limited).run(
                    ["rewrite", "--allow-address", "127.0.0.1:\(origin.port)", file]
                )
            }
            #expect(try ProgramReport(try #require(ending.lines.first)).verdict == row.verdict, "\(ending)")
            #expect(ending.status == 0 || ending.status == 1)
            #expect(scene.storedFiles.isEmpty)
        }
    }

    @Test("case 109: the directory is missing")
    func directoryGone() async throws {
        try await HostileScene.with { scene in
            let origin = try LoopbackOrigin.start { _ in
                try? FileManager.default.removeItem(atPath: scene.store)
                return .file(SampleMedia.photoPNG.bytes, type: "image/png")
            }
            defer { origin.stop() }
            try await withAttache(configuration: scene.configuration(ports: [origin.port])) { attache in
                let row = SceneRow.directoryGone
                let result = await HostileRecorder.measure(row) {
                    await attache.rewrite(HostileScene.payload(origin.url("/a.png")))
                }
                #expect(HostileVerdict(result) == row.verdict, "\(result.reasons.map(\.message))")
                #expect(result.headline?.isPermanent == false)
            }
        }
    }

    /// Wherever the descriptors run out, the program reports it and exits.
    @Test("case 109: no descriptors", arguments: [8, 10, 12, 14, 16, 18, 20, 24])
    func noDescriptors(limit: Int) async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            let file = try scene.write(HostileScene.payload(origin.url("/a.png")), to: "a.json")
            // Descriptors inherited from other tests are closed: they would use up the limit.
            let closing = #"for f in /proc/$$/fd/*; do n=${f##*/}; [ "$n" -le 2 ] || eval "exec $n>&-"; done"#
            let limited = ["bash", "-c", closing + #"; ulimit -n \#(limit); exec "$@""#, "bash"]
            let ending = try await AttacheProgram(scene: scene, before: limited).run(
                ["rewrite", "--deadline", "3s", "--allow-address", "127.0.0.1:\(origin.port)", file]
            )
            #expect([0, 1, 3].contains(ending.status), "\(ending)")
            if ending.status == 0 {
                let report = try ProgramReport(try #require(ending.lines.first))
                #expect(["attached", "plain"].contains(report.verdict.outcome), "\(ending)")
            } else {
                #expect(!ending.errors.isEmpty || !ending.lines.isEmpty, "\(ending)")
            }
        }
    }

    @Test("case 145: a link in place of a stored file is not followed")
    func linkInStore() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            let payload = HostileScene.payload(origin.url("/a.png"))
            let configuration = scene.configuration(ports: [origin.port])
            try await withAttache(configuration: configuration) { _ = await $0.rewrite(payload) }
            let stored = scene.store + "/" + (try #require(scene.storedFiles.first))
            let target = try scene.write("not to be touched", to: "target")
            try FileManager.default.removeItem(atPath: stored)
            try FileManager.default.createSymbolicLink(atPath: stored, withDestinationPath: target)
            try await withAttache(configuration: configuration) { attache in
                let row = SceneRow.linkInStore
                let result = await HostileRecorder.measure(row) { await attache.rewrite(payload) }
                #expect(HostileVerdict(result) == row.verdict)
            }
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "not to be touched")
            #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: stored)) == nil)
            #expect(try Data(contentsOf: URL(filePath: stored)) == Data(SampleMedia.photoPNG.bytes))
        }
    }
}
