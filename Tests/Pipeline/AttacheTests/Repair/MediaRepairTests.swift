import Attache
import AttacheCore
import AttacheTelemetry
import AttacheTesting
import Foundation
import LoopbackOrigin
import MetricsTestKit
import TestWidth
import Testing

/// Real media, repaired by the real programs.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MediaRepairTests {
    private struct Row: Sendable, CustomTestStringConvertible {
        let file: String
        let kind: RepairRecord.Kind
        let to: MediaFormat
        var losses: [RepairRecord.Loss] = []
        var policy = "hive"
        var testDescription: String { "\(file) under \(policy)" }
    }

    private static let rows = [
        Row(file: "still.webp", kind: .convert, to: .jpeg),
        Row(file: "still.avif", kind: .convert, to: .jpeg),
        Row(file: "still.heic", kind: .convert, to: .jpeg),
        Row(file: "still.tiff", kind: .convert, to: .jpeg),
        Row(file: "still.bmp", kind: .convert, to: .jpeg),
        Row(file: "clear.webp", kind: .convert, to: .png),
        Row(file: "clear.bmp", kind: .convert, to: .png),
        Row(file: "drawing.svg", kind: .convert, to: .png),
        Row(file: "moving.webp", kind: .convert, to: .gif),
        Row(file: "moving.mov", kind: .remux, to: .mp4),
        Row(file: "moving.m4v", kind: .remux, to: .mp4),
        Row(file: "old.mov", kind: .transcode, to: .mp4),
        Row(file: "moving.webm", kind: .transcode, to: .mp4),
        Row(file: "noise.png", kind: .recompress, to: .jpeg, policy: "small"),
        Row(file: "noise.jpg", kind: .recompress, to: .jpeg, policy: "small"),
        Row(file: "wide.gif", kind: .recompress, to: .gif, losses: [.scaled], policy: "small"),
        Row(file: "three.gif", kind: .recompress, to: .png, losses: [.firstFrame], policy: "small"),
        Row(file: "large.mp4", kind: .recompress, to: .mp4, policy: "small"),
    ]

    @Test(arguments: rows)
    private func isRepaired(_ row: Row) async throws {
        let samples = try await RepairSamples()
        let bytes = try await samples.bytes(row.file)
        try await RepairScene.run(serving: ["/\(row.file)": bytes], policy: row.policy) { scene in
            let result = await scene.rewrite("/\(row.file)")
            #expect(result.outcome == .attached, "\(result.reasons.map(\.message))")
            #expect(result.codes.first == .typeRepaired)
            let attachment = try #require(result.attachments.first)
            #expect(attachment.format == row.to)
            let repair = try #require(result.repair)
            #expect(repair.kind == row.kind && repair.outcome == .repaired)
            #expect(repair.losses == row.losses)
            #expect(repair.bytesBefore == bytes.count && repair.bytesAfter == attachment.byteCount)
            #expect(repair.to == row.to.mimeType && repair.fileExtension == row.to.preferredExtension)
            if row.policy == "small" { #expect(attachment.byteCount <= (row.to == .mp4 ? 60_000 : 20_000)) }
            if row.to == .gif { #expect(try #require(attachment.frameCount) > 1) }
            // Small drawings are drawn as large as a notification shows them.
            if row.file == "drawing.svg" { #expect(attachment.pixels == PixelSize(width: 1024, height: 819)) }
            let text = String(decoding: result.json(), as: UTF8.self)
            #expect(text.contains(#""repair":[{"kind":"\#(row.kind.rawValue)","outcome":"repaired""#))
        }
    }

    /// Without the option nothing changes: such media fall back, and large ones are not loaded.
    @Test func nothingIsRepairedByDefault() async throws {
        let samples = try await RepairSamples()
        let files = ["/a.webp": try await samples.bytes("still.webp"), "/a": try await samples.bytes("still.webp")]
        try await RepairScene.run(serving: files, isRepairing: false) { scene in
            let named = await scene.rewrite("/a.webp")
            #expect(named.outcome == .plain && named.codes.first == .typeExtensionUnsupported)
            #expect(scene.origin.requests.isEmpty)
            let unnamed = await scene.rewrite("/a")
            #expect(unnamed.outcome == .plain && unnamed.codes.first == .typeUnsupported)
            #expect(!String(decoding: unnamed.json(), as: UTF8.self).contains(#""repair""#))
        }
    }

    /// A repaired file that the payload does not name is not what the device loads.
    @Test(arguments: [("still.webp", "hive"), ("noise.png", "small")])
    func unsentCopyIsFallback(_ file: String, policy: String) async throws {
        let samples = try await RepairSamples()
        let files = ["/\(file)": try await samples.bytes(file)]
        try await RepairScene.run(serving: files, policy: policy, sendsCopies: false) { scene in
            let result = await scene.rewrite("/\(file)")
            #expect(result.outcome == .plain && result.isFallback && result.attachments.isEmpty)
            #expect(result.codes.prefix(2) == [.deviceUnsentCopy, .typeRepaired])
            #expect(result.device?.shown != .media)
        }
    }

    @Test(arguments: [
        ("/photo.jpg", "still.png", RepairRecord.Kind.rename, "png"), ("/photo.php", "still.png", .rename, "png"),
        ("/photo.webp", "still.png", .rename, "png"), ("/photo.jpg", "moving.mp4", .rename, "mp4"),
        ("/photo.jpg", "moving.mov", .remux, "mp4"),
    ])
    func wrongNameIsCorrected(_ path: String, _ file: String, kind: RepairRecord.Kind, extension name: String)
        async throws
    {
        let samples = try await RepairSamples()
        let bytes = try await samples.bytes(file)
        try await RepairScene.run(serving: [path: bytes]) { scene in
            let result = await scene.rewrite(path)
            #expect(result.outcome == .attached)
            #expect(result.repair?.kind == kind && result.repair?.fileExtension == name)
            if kind == .rename { #expect(result.attachments.first?.byteCount == bytes.count) }
        }
    }

    /// The same file under several names is repaired once, also when all come at the same time.
    @Test func sameFileIsRepairedOnce() async throws {
        let samples = try await RepairSamples()
        let bytes = try await samples.bytes("still.webp")
        let paths = (0..<6).map { "/\($0).webp" }
        try await RepairScene.run(serving: Dictionary(uniqueKeysWithValues: paths.map { ($0, bytes) })) { scene in
            let results = await withTaskGroup(of: RewriteResult.self) { group in
                for path in paths { group.addTask { await scene.rewrite(path) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.allSatisfy { $0.outcome == .attached })
            #expect(Set(results.compactMap { $0.attachments.first?.sha256 }).count == 1)
            // The record of the one repair, with its time.
            #expect(Set(results.compactMap { $0.repair?.time }).count == 1)
            #expect(Set(results.compactMap { $0.repair?.url }).count == paths.count)
            #expect(Set(results.compactMap { $0.attachments.first?.sourceURL }).count == paths.count)
        }
    }

    /// A result that the store lost is made once more, for all that name the file now and later.
    @Test func evictedResultIsMadeOnceMore() async throws {
        let samples = try await RepairSamples()
        let bytes = try await samples.bytes("still.webp")
        let paths = (0..<8).map { "/\($0).webp" }
        try await RepairScene.run(serving: Dictionary(uniqueKeysWithValues: paths.map { ($0, bytes) })) { scene in
            let first = await scene.rewrite(paths[0])
            try FileManager.default.removeItem(atPath: try #require(first.attachments.first).path)
            var results = await withTaskGroup(of: RewriteResult.self) { group in
                for path in paths[1..<7] { group.addTask { await scene.rewrite(path) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            results.append(await scene.rewrite(paths[7]))
            #expect(results.allSatisfy { $0.outcome == .attached })
            #expect(results.allSatisfy { FileManager.default.fileExists(atPath: $0.attachments.first?.path ?? "") })
            // The time of a repair tells it from another one; the lost file may be found again once it is made.
            let times = Set(results.compactMap { $0.repair?.time }).subtracting([first.repair?.time].compactMap(\.self))
            #expect(times.count == 1)
        }
    }

    /// Each repair counts once, by its kind and outcome.
    @Test func repairsAreCounted() async throws {
        let samples = try await RepairSamples()
        let metrics = TestMetrics()
        let cut = try await samples.bytes("moving.webm")
        try await RepairScene.run(
            serving: ["/a": try await samples.bytes("still.bmp"), "/c": Array(cut.prefix(cut.count / 2))],
            observers: [MetricsObserver(factory: metrics)]
        ) { scene in
            for path in ["/a", "/a", "/c"] { _ = await scene.rewrite(path) }
        }
        func count(_ kind: String, _ outcome: String) throws -> Int64 {
            try metrics.expectCounter("attache_repairs_total", [("kind", kind), ("outcome", outcome)]).totalValue
        }
        #expect(try count("convert", "repaired") == 1)
        #expect(try count("transcode", "failed") == 1)
        #expect(try count("transcode", "repaired") == 0)
    }

    /// A cached verdict has its record, in a later run too.
    @Test func cachedVerdictKeepsRecord() async throws {
        let samples = try await RepairSamples()
        let route = Behaviour.response(
            headers: ["Content-Type: image/bmp", "Cache-Control: max-age=600"],
            body: try await samples.bytes("still.bmp")
        )
        let origin = try LoopbackOrigin.start(routes: ["/a.bmp": route])
        defer { origin.stop() }
        let store = samples.directory + "/store"
        for run in 0..<2 {
            var configuration = AttacheConfiguration()
            configuration.policy = "hive"
            configuration.repair = .on(program: RepairScene.program)
            configuration.rehost = "https://cdn.example.com/p/"
            configuration.storeDirectory = store
            configuration.cache = .disk
            configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
            try await withAttache(configuration: configuration) { attache in
                let scene = RepairScene(attache: attache, origin: origin, store: store)
                let result = await scene.rewrite("/a.bmp")
                #expect(result.outcome == .attached)
                #expect(result.traces.first?.supply == (run == 0 ? .transferred : .cached))
                #expect(result.repair?.kind == .convert && result.repair?.to == "image/jpeg")
            }
        }
        #expect(origin.requests.count == 1)
    }
}
