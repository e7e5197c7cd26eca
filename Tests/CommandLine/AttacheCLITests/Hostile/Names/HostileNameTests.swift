import Attache
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// Cases 57 to 66 and 68: hostile DNS servers.
@Suite("Hostile names", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileNameTests {
    @Test(arguments: NameRow.rows)
    func verdict(_ row: NameRow) async throws {
        let origin = try LoopbackOrigin.start(routes: [
            "/a.png": .file(SampleMedia.photoPNG.bytes, type: "image/png"),
            "/hop.png": .redirect(to: "/a.png"),
        ])
        defer { origin.stop() }
        let server = try NameServer(row.reply)
        defer { server.stop() }
        try await HostileScene.with { scene in
            var configuration = try scene.lenientConfiguration(ports: row.opensLoopback ? [origin.port] : [])
            configuration.allowedPorts = ["\(origin.port)"]
            configuration.dnsServers = [server.address]
            configuration.deadline = row.deadline
            try await withAttache(configuration: configuration) { attache in
                let payload = HostileScene.payload("http://\(row.host):\(origin.port)\(row.path)")
                let result = await HostileRecorder.measure(row) { await attache.rewrite(payload) }
                #expect(HostileVerdict(result) == row.verdict, "\(result.reasons.map(\.message))")
                #expect(origin.requestCount == row.requestCount)
                if let count = row.questionCount { #expect(server.questions.count == count) }
                // Names are resolved as written, without a search domain.
                #expect(Set(server.questions.map(\.name)) == [row.host])
            }
        }
    }
}
