import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@Suite("Slow readers, as served by the service", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SlowReaderProgramTests {
    private static let type = ["-H", "Content-Type: application/x-ndjson"]
    private static let item =
        #"{"aps":{"alert":""# + String(repeating: "x", count: 3000) + #"","mutable-content":1}}"# + "\n"

    /// Waits until the only request in progress is this one.
    private func settle(_ scene: ProgramScene) async throws {
        try await waitUntil {
            try await scene.ask("/metrics").text.contains("\nattache_http_requests_in_flight 1\n")
        }
    }

    private static let body = String(repeating: item, count: (16 << 20) / item.utf8.count)

    /// Sends a batch that needs all memory of the service for batches, and reads nothing.
    private func sendBatch(_ scene: ProgramScene) async throws -> UncheckedClient {
        let port = scene.port
        return try await ServiceProcess.onThread {
            Result { try LoopbackClient(port: port) }.map { client in
                let (type, length) = ("application/x-ndjson", Self.body.utf8.count)
                client.send(RawClient.head("/v1/rewrite/batch", type: type, length: length) + Self.body)
                return UncheckedClient(client)
            }
        }.get()
    }

    /// Runs the service with the memory of one batch.
    private func withMemoryOfOne(
        responseTimeout: String,
        _ body: (ProgramScene) async throws -> Void
    ) async throws {
        let limits = ["--batch-limit", "16MiB", "--batch-memory-limit", "16MiB", "--response-timeout", responseTimeout]
        try await ProgramScene.with(limits, body)
    }

    private func expectRoom(_ scene: ProgramScene) async throws {
        try await settle(scene)
        let answer = try await scene.ask("/v1/rewrite/batch", arguments: Self.type, body: Self.item + Self.item)
        #expect(answer.status == 200 && answer.text.split(separator: "\n").count == 2)
    }

    @Test("A batch that is not read keeps its memory, and new batches are rejected before they start")
    func batch() async throws {
        try await withMemoryOfOne(responseTimeout: "1h") { scene in
            do {
                let client = try await sendBatch(scene)
                let refused = try await scene.ask("/v1/rewrite/batch", arguments: Self.type, body: Self.body)
                #expect(refused.status == 503 && refused.headers["retry-after"] != nil, "\(refused.status)")
                withExtendedLifetime(client) {}
            }
            // The client has closed its connection.
            try await expectRoom(scene)
        }
    }

    @Test("A batch that is not read keeps its memory until the response timeout, which cuts it off")
    func cutBatch() async throws {
        try await withMemoryOfOne(responseTimeout: "1s") { scene in
            let client = try await sendBatch(scene)
            try await expectRoom(scene)
            let text = await ServiceProcess.onThread { client.text }
            #expect(text.hasPrefix("HTTP/1.1 200") && !text.hasSuffix("\r\n0\r\n\r\n"))
        }
    }

    /// The number of open descriptors of the service.
    private func descriptors(_ scene: ProgramScene) async throws -> Int {
        let text = try await scene.ask("/metrics").text
        return text.firstMatch(of: /\nprocess_open_fds ([0-9]+)/).flatMap { Int($0.1) } ?? 0
    }

    @Test("A media response that is not read does not hold its connection indefinitely")
    func media() async throws {
        let photo = SampleMedia.padded(jpeg: SampleMedia.photoJPEG.bytes, to: 9 << 20)
        try await ProgramScene.with(
            ["--serve-media", "--response-timeout", "1s"],
            origin: { _ in
                .file(photo, type: "image/jpeg")
            }
        ) { scene in
            let result = try await scene.ask("/v1/rewrite", body: scene.payload("/photo.jpg"))
            let match = try #require(result.text.firstMatch(of: /"sha256":"([0-9a-f]{64})"/), "\(result.text)")
            let before = try await descriptors(scene)
            let (path, port) = ("/v1/media/\(match.1)", scene.port)
            let client = try await ServiceProcess.onThread {
                Result { try LoopbackClient(port: port) }.map { client in
                    for _ in 0..<8 { client.get(path) }
                    return UncheckedClient(client)
                }
            }.get()
            // The first response has begun; nothing more is read.
            let count = await ServiceProcess.onThread { client.client.bytes(limit: 1).count }
            #expect(count == 1)
            try await waitUntil { try await descriptors(scene) <= before }
            #expect(await ServiceProcess.onThread { client.byteCount } < 8 * photo.count)
        }
    }
}
