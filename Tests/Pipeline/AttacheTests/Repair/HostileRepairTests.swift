import Attache
import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@testable import MediaRepair

/// Files by strangers: each falls back, in time, and leaves neither a file nor a process.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileRepairTests {
    @Test(arguments: [
        ("still.webp", 2), ("still.avif", 2), ("still.heic", 2), ("still.tiff", 3), ("moving.mov", 2),
        ("moving.webm", 2), ("moving.webp", 2),
    ])
    func cutFileIsNotRepaired(_ file: String, part: Int) async throws {
        let samples = try await RepairSamples()
        let whole = try await samples.bytes(file)
        try await RepairScene.run(serving: ["/a": Array(whole.prefix(whole.count / part))]) { scene in
            let result = await scene.rewrite("/a")
            #expect(result.outcome == .plain)
            #expect(result.repair?.outcome == .failed)
            #expect(result.codes.contains(.typeRepairFailed))
        }
    }

    @Test func bombIsNotDecoded() async throws {
        let samples = try await RepairSamples()
        try await RepairScene.run(serving: ["/a": try await samples.bytes("wide.tiff")]) { scene in
            let result = await scene.rewrite("/a")
            #expect(result.outcome == .plain && result.repair?.outcome == .overLimit)
            // Its header is the reason, and not the time of a decoder, after which another attempt is worthwhile.
            #expect(result.reasons.contains { $0.code == .typeRepairFailed && $0.isPermanent })
        }
    }

    /// What a drawing states in a few bytes is no reason to draw it: its size is read first, as it would be drawn.
    @Test(arguments: [
        #"width="1000000" height="1000000"><rect width="9" height="9"/>"#,
        #"width="300in" height="3000cm"><rect width="9" height="9"/>"#,
        #"viewBox="0 0 300000 200000"><rect width="9" height="9"/>"#,
        #"width="100%" height="100%" viewBox="0 0 300000 200000"><rect width="9" height="9"/>"#,
        #"><rect width="90000" height="90000"/>"#,
        // More than libvips counts.
        #"width="100000000" height="100000000"><rect width="9" height="9"/>"#,
    ])
    func drawingOverItsPixelsIsNotDrawn(_ content: String) async throws {
        let text = #"<svg xmlns="http://www.w3.org/2000/svg" "# + content + "</svg>"
        try await RepairScene.run(serving: ["/a.svg": Array(text.utf8)]) { scene in
            let result = await scene.rewrite("/a.svg")
            #expect(result.outcome == .plain && result.repair?.outcome == .overLimit)
            #expect(result.reasons.contains { $0.code == .typeRepairFailed && $0.isPermanent })
        }
    }

    /// Few bytes may describe any work: a drawing has two seconds of processor time, far fewer than other images have.
    @Test func slowDrawingIsGivenUp() async throws {
        let samples = try await RepairSamples()
        try await RepairScene.run(serving: ["/a.svg": try await samples.bytes("slow.svg")]) { scene in
            var result = await scene.rewrite("/a.svg")
            // On a busy machine the whole time may end first, which says nothing of the drawing and is not kept.
            for _ in 0..<5 where result.reasons.contains(where: { $0.code == .typeRepairFailed && !$0.isPermanent }) {
                result = await scene.rewrite("/a.svg")
            }
            let repair = try #require(result.repair)
            #expect(result.outcome == .plain && repair.outcome == .overLimit)
            let reason = try #require(result.reasons.first { $0.code == .typeRepairFailed })
            #expect(reason.isPermanent && reason.message.contains("2 s of processor time"), "\(reason.message)")
        }
    }

    /// Slow files of one client cost the files of another no more than a turn.
    @Test func clientsTakeTurns() async throws {
        let samples = try await RepairSamples()
        let slow = String(decoding: try await samples.bytes("slow.svg"), as: UTF8.self)
        let still = try await samples.bytes("still.bmp")
        var files = ["/a.bmp": still]
        for seed in 0..<40 {
            files["/\(seed).svg"] = Array(slow.replacing("<feTurbulence", with: "<feTurbulence seed=\"\(seed)\"").utf8)
        }
        try await RepairScene.run(serving: files) { scene in
            let others = (0..<40).map { seed in
                Task { await scene.rewrite("/\(seed).svg", of: 1, within: .seconds(600)) }
            }
            try await waitUntil { try !Self.programs(named: "svgload").isEmpty }
            // All 40 take 40 s and more on two processors.
            let result = await scene.rewrite("/a.bmp", of: 2, within: .seconds(20))
            #expect(result.outcome == .attached, "\(result.reasons.map(\.message))")
            for other in others { other.cancel() }
            for other in others { _ = await other.value }
        }
    }

    /// An animation over the limit of pictures keeps its first one.
    @Test func endlessAnimationIsStilled() async throws {
        let samples = try await RepairSamples()
        let bytes = try await samples.bytes("frames.gif")
        try await RepairScene.run(serving: ["/a": bytes], policy: "small") { scene in
            let result = await scene.rewrite("/a")
            // Beyond four times the limit of 20 kB it is not even received.
            #expect(result.outcome == .plain && result.codes.first == .sizeTooLarge)
            #expect(result.repair == nil)
        }
        let facts = PictureFacts(width: 40, height: 30, frames: 3000)
        let source = RepairSource(
            format: .gif,
            byteCount: 2_000_000,
            targets: [.jpeg, .png, .gif],
            limit: 1_000_000,
            facts: .picture(facts)
        )
        let attempts = try RepairPlan(for: source).attempts
        #expect(attempts.allSatisfy { $0.target == .jpeg && $0.losses.contains(.firstFrame) })
    }

    /// A drawing that names other files and servers is drawn without them, or not at all.
    @Test(arguments: [
        (#"<image href="http://127.0.0.1:PORT/secret.png" width="9" height="9"/>"#, true),
        (#"<image href="file:///etc/hostname" width="9" height="9"/>"#, true),
        (#"<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>"#, true),
        (#"<style>@import url("http://127.0.0.1:PORT/secret.css");</style>"#, true),
        (#"<text y="20">&secret;</text>"#, false),
    ])
    func drawingReachesNothingElse(_ content: String, isDrawn: Bool) async throws {
        let bait = try LoopbackOrigin.start(routes: [:])
        defer { bait.stop() }
        let entity = isDrawn ? "" : #"<!DOCTYPE svg [<!ENTITY secret SYSTEM "file:///etc/passwd">]>"#
        let root = #"<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="1100">"#
        let text = entity + root + content.replacing("PORT", with: "\(bait.port)") + "</svg>"
        try await RepairScene.run(serving: ["/a.svg": Array(text.utf8)]) { scene in
            let result = await scene.rewrite("/a.svg")
            #expect(result.outcome == (isDrawn ? .attached : .plain), "\(result.reasons.map(\.message))")
            if isDrawn { #expect((result.repair?.bytesAfter ?? .max) < 20_000) }
        }
        #expect(bait.requests.isEmpty)
    }

    /// A drawing that takes longer than the payload has: the program is killed.
    @Test func lateProgramIsKilled() async throws {
        let samples = try await RepairSamples()
        let files = ["/a.svg": try await samples.bytes("slow.svg")]
        try await RepairScene.run(serving: files, deadline: .milliseconds(1500)) { scene in
            let result = await scene.rewrite("/a.svg")
            #expect(result.outcome == .plain)
            #expect(result.repair?.outcome == .tooLate || result.codes.first == .fetchDeadline)
            try await waitUntil { Self.leftovers(in: scene.store).isEmpty }
        }
        try await waitUntil { try Self.programs(named: "svgload").isEmpty }
    }

    @Test func cancelledProgramIsKilled() async throws {
        let samples = try await RepairSamples()
        try await RepairScene.run(serving: ["/a.svg": try await samples.bytes("slow.svg")]) { scene in
            let task = Task { await scene.rewrite("/a.svg") }
            try await waitUntil { try !Self.programs(named: "svgload").isEmpty }
            task.cancel()
            #expect(await task.value.codes.first == .fetchCancelled)
            try await waitUntil { try Self.programs(named: "svgload").isEmpty }
            try await waitUntil { Self.leftovers(in: scene.store).isEmpty }
        }
    }

    /// What programs are refused, and that they can do it without the refusal.
    @Test(arguments: [
        ("/usr/share/common-licenses/GPL-3", ToolRunner.End.finished), ("/etc/passwd", .failed),
        ("/etc/hostname", .failed), ("/proc/1/environ", .failed),
    ])
    func programReadsNoOtherFile(_ path: String, end: ToolRunner.End) async throws {
        let (ended, output) = try Self.run(
            ToolCommand(
                tool: .ffmpeg,
                arguments: [
                    "-nostdin", "-v", "error", "-y", "-f", "data", "-i", "file:\(path)", "-map", "0", "-c", "copy",
                    "-f", "data", "pipe:1",
                ]
            )
        )
        #expect(ended == end)
        #expect(output.isEmpty == (end == .failed))
    }

    @Test func programHasNoNetwork() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(Array(repeating: 65, count: 100), type: "text/plain") }
        defer { origin.stop() }
        let (end, _) = try Self.run(
            ToolCommand(
                tool: .ffmpeg,
                arguments: [
                    "-nostdin", "-v", "error", "-f", "data", "-i", "http://127.0.0.1:\(origin.port)/", "-map", "0",
                    "-c", "copy", "-f", "data", "pipe:1",
                ]
            )
        )
        #expect(end == .failed)
        #expect(origin.requests.isEmpty)
    }

    /// The output has a limit, one byte under and over.
    @Test(arguments: [(35_149, ToolRunner.End.finished), (35_148, .outputTooLong)])
    func outputIsLimited(_ limit: Int, end: ToolRunner.End) throws {
        let path = "/usr/share/common-licenses/GPL-3"
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        let arguments = ["-nostdin", "-v", "error", "-f", "data", "-i", "file:\(path)", "-map", "0", "-c", "copy"]
        let command = ToolCommand(tool: .ffmpeg, arguments: arguments + ["-f", "data", "pipe:1"])
        #expect(try Self.run(command, limit: limit - 35_149 + size).end == end)
    }

    @Test func missingProgramIsNamed() throws {
        let command = ToolCommand(tool: .vips, arguments: [])
        #expect(try Self.run(command, tools: RepairTools(in: [])).end == .notInstalled(.vips))
        let work = RepairWork(
            runner: ToolRunner(helper: RepairScene.program, tools: RepairTools(in: [])),
            directory: NSTemporaryDirectory()
        )
        for (format, package) in [(MediaFormat.tiff, "libvips-tools"), (.svg, "libvips-tools"), (.webm, "ffmpeg")] {
            let input = try ScratchFile(in: NSTemporaryDirectory())
            let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67, 0xFF]
            try input.append(header)
            let stop = try StopSignal()
            let error = #expect(throws: RepairPlan.Refusal.self) {
                try work.run(
                    RepairTask(
                        input: input,
                        head: header,
                        format: format,
                        targets: [.jpeg, .png, .mp4],
                        limit: 1000,
                        deadline: .now.advanced(by: .seconds(600)),
                        stop: stop
                    )
                )
            }
            #expect(error?.outcome == .toolMissing && error?.tool?.package == package)
        }
    }

    /// A video that needs an encoder of the list is refused without it; the reason names encoder and package.
    @Test(arguments: [(["aac"], "encoder libx264"), (["libx264"], "encoder aac"), ([], "encoders libx264 and aac")])
    func missingEncoderIsNamed(_ known: [String], name: String) async throws {
        let samples = try await RepairSamples()
        let bytes = try await samples.bytes("moving.webm")
        let work = RepairWork(
            runner: ToolRunner(helper: RepairScene.program, tools: RepairTools()),
            directory: NSTemporaryDirectory()
        )
        work.encoders.withLock { $0 = Set(known) }
        let input = try ScratchFile(in: NSTemporaryDirectory())
        try input.append(bytes)
        let stop = try StopSignal()
        let error = #expect(throws: RepairPlan.Refusal.self) {
            try work.run(
                RepairTask(
                    input: input,
                    head: Array(bytes.prefix(4096)),
                    format: .webm,
                    targets: [.mp4],
                    limit: 1 << 20,
                    deadline: .now.advanced(by: .seconds(600)),
                    stop: stop
                )
            )
        }
        #expect(error?.outcome == .toolMissing && error?.tool?.package == "ffmpeg")
        #expect(error?.cause == "this ffmpeg has no \(name), which Debian's package ffmpeg has")
    }

    private static func run(
        _ command: ToolCommand,
        tools: RepairTools = RepairTools(),
        limit: Int = 1 << 20
    ) throws -> (end: ToolRunner.End, output: [UInt8]) {
        let input = try ScratchFile(in: NSTemporaryDirectory())
        let output = try ScratchFile(in: NSTemporaryDirectory())
        let end = ToolRunner(helper: RepairScene.program, tools: tools).run(
            command,
            input: try input.readOnly(),
            output: output.descriptor,
            limit: limit,
            until: .now.advanced(by: .seconds(600)),
            unless: try StopSignal()
        )
        return (end, try output.read(at: 0, count: 1 << 20))
    }

    /// Children of this process with a word among their arguments.
    private static func programs(named word: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int(name) != nil, let status = try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8),
                status.contains("PPid:\t\(getpid())\n"),
                let command = try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)
            else { return false }
            return command.contains(word)
        }
    }

    /// Files of unfinished repairs in a store.
    private static func leftovers(in store: String) -> [String] {
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: store) else { return ["unreadable"] }
        return names.filter { $0.contains("scratch") || $0.hasPrefix(".spool/") }
    }
}
