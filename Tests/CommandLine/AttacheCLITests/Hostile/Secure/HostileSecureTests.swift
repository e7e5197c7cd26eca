import Attache
import AttacheTesting
import TestWidth
import Testing

/// Cases 73, 91, 102 and 104: hostile origins behind TLS.
@Suite("Hostile TLS and HTTP/2", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileSecureTests {
    private let site: SecureSite

    init() throws {
        site = try SecureSite.shared.get()
    }

    @Test(arguments: SecureRow.rows)
    func verdict(_ row: SecureRow) async throws {
        let port = try site.port(row.origin)
        try await withConfiguration(ports: [port]) { scene, configuration in
            var configuration = configuration
            configuration.deadline = row.deadline
            try await withAttache(configuration: configuration) { attache in
                let payload = HostileScene.payload("https://media.example:\(port)/a.png")
                let result = await HostileRecorder.measure(row) { await attache.rewrite(payload) }
                #expect(HostileVerdict(result) == row.verdict, "\(result.reasons.map(\.message))")
            }
            #expect(scene.storedFiles.count == (row.verdict == .attached ? 1 : 0))
        }
    }

    /// Runs `body` with a public name for the origins, since local destinations are exempt from many ATS requirements.
    private func withConfiguration(
        ports: [Int],
        _ body: (HostileScene, AttacheConfiguration) async throws -> Void
    ) async throws {
        let server = try NameServer(names: ["media.example": [NameRow.loopback]])
        defer { server.stop() }
        try await HostileScene.with { scene in
            var configuration = scene.configuration(ports: ports)
            configuration.allowedPorts = ports.map { "\($0)" }
            configuration.dnsServers = [server.address]
            configuration.certificateAuthorityFile = site.authority
            try await body(scene, configuration)
        }
    }

    @Test("case 86: a connection with excess bytes is not reused")
    func excessBytes() async throws {
        let ports = [try site.port("h1-excess"), try site.port("h1-late")]
        try await withConfiguration(ports: ports) { _, configuration in
            try await withAttache(configuration: configuration) { attache in
                // The second request takes long enough for the bytes to arrive.
                for (port, path) in [(ports[0], "a.png"), (ports[1], "b.png"), (ports[0], "c.png")] {
                    let row = SceneRow.excessBytes
                    let result = await HostileRecorder.measure(row) {
                        await attache.rewrite(HostileScene.payload("https://media.example:\(port)/\(path)"))
                    }
                    #expect(HostileVerdict(result) == row.verdict, "\(result.reasons.map(\.message))")
                }
            }
        }
    }

    @Test("case 104: valid transfers succeed beside all of them")
    func othersLiveOn() async throws {
        let rows = SecureRow.rows.filter { $0.number == 104 && $0.verdict != .attached }
        let bad = try rows.map { try site.port($0.origin) }
        let good = try site.port("h2-good")
        try await withConfiguration(ports: bad + [good]) { _, configuration in
            var configuration = configuration
            configuration.connectionsPerHost = 100
            configuration.deadline = .seconds(2)
            try await withAttache(configuration: configuration) { attache in
                await withTaskGroup { group in
                    for port in bad {
                        group.addTask {
                            let result = await attache.rewrite(
                                HostileScene.payload("https://media.example:\(port)/a.png")
                            )
                            #expect(result.outcome == .plain)
                        }
                    }
                    for _ in 0..<20 {
                        // Each has its own URL, so that none is answered from the cache.
                        let url = "https://media.example:\(good)/\(UInt64.random(in: 0...(.max))).png"
                        let payload = HostileScene.payload(url)
                        let result = await attache.rewrite(payload, deadline: HostileScene.deadline)
                        #expect(HostileVerdict(result) == .attached)
                    }
                    await group.waitForAll()
                }
            }
        }
    }
}
