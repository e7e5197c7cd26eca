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
        let isIdle = try await ServiceProcess.wait {
            try await scene.ask("/metrics").text.contains("\nattache_http_requests_in_flight 1\n") ? true : nil
        }
        #expect(isIdle == true)
    }

    @Test("A batch that is not read keeps its memory for a time, and new batches are rejected before they start")
    func batch() async throws {
        let limits = ["--batch-limit", "16MiB", "--batch-memory-limit", "16MiB", "--response-timeout", "6s"]
        try await ProgramScene.with(limits) { scene in
            let body = String(repeating: Self.item, count: (16 << 20) / Self.item.utf8.count)
            let port = scene.port
            let client = try await ServiceProcess.onThread {
                Result { try LoopbackClient(port: port) }.map { client in
                    let type = "application/x-ndjson"
                    client.send(RawClient.head("/v1/rewrite/batch", type: type, length: body.utf8.count) + body)
                    return UncheckedClient(client)
                }
            }.get()
            let refused = try await scene.ask("/v1/rewrite/batch", arguments: Self.type, body: body)
            #expect(refused.status == 503 && refused.headers["retry-after"] != nil, "\(refused.status)")
            try await settle(scene)
            let answer = try await scene.ask("/v1/rewrite/batch", arguments: Self.type, body: Self.item + Self.item)
            #expect(answer.status == 200 && answer.text.split(separator: "\n").count == 2)
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
            // One for the connection, one for the file.
            _ = try await ServiceProcess.wait { try await descriptors(scene) >= before + 2 ? true : nil }
            let isCut = try await ServiceProcess.wait { try await descriptors(scene) <= before ? true : nil }
            #expect(isCut == true)
            #expect(await ServiceProcess.onThread { client.byteCount } < 8 * photo.count)
        }
    }
}
