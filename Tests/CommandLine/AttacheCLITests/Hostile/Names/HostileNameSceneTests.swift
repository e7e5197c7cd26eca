import Attache
import AttacheSystem
import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// Cases about names and addresses that need a prepared machine.
@Suite("Hostile names on a prepared machine", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileNameSceneTests {
    private static let picture = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")

    @Test("case 16: the A-label is resolved and sent")
    func labelAsDialled() async throws {
        let origin = try LoopbackOrigin.start { _ in Self.picture }
        defer { origin.stop() }
        let server = try NameServer(names: ["xn--bcher-kva.example": [NameRow.loopback]])
        defer { server.stop() }
        try await HostileScene.with { scene in
            var configuration = try scene.lenientConfiguration(ports: [origin.port])
            configuration.allowedPorts = ["\(origin.port)"]
            configuration.dnsServers = [server.address]
            try await withAttache(configuration: configuration) { attache in
                let row = SceneRow.labelAsDialled
                let payload = HostileScene.payload("http://BÜCHER.example:\(origin.port)/a.png")
                let result = await HostileRecorder.measure(row) { await attache.rewrite(payload) }
                #expect(HostileVerdict(result) == row.verdict)
                #expect(origin.requests.first?.values("host") == ["xn--bcher-kva.example:\(origin.port)"])
            }
        }
    }

    @Test("case 56: an address of this machine", .enabled(if: Namespace.isAvailable))
    func ownAddress() async throws {
        try await HostileScene.with { scene in
            let row = SceneRow.ownAddress
            let file = try scene.write(HostileScene.payload("https://8.8.8.8/a.png"), to: "a.json")
            let program = AttacheProgram(scene: scene, before: Namespace.network(with: "8.8.8.8"))
            let ending = try await HostileRecorder.measure(row) {
                try await program.run(["rewrite", file])
            }
            #expect(try ProgramReport(try #require(ending.lines.first)).verdict == row.verdict, "\(ending)")
            // The operator may allow it, and then it is dialled; it has no listener.
            let opened = try await program.run(["rewrite", "--allow-address", "8.8.8.8", file])
            #expect(try ProgramReport(try #require(opened.lines.first)).codes.contains("fetch.connect"))
        }
    }

    @Test("case 69: a search domain is never used")
    func searchDomain() async throws {
        let server = try NameServer(names: ["intranet.corp.example": [NameRow.loopback]])
        defer { server.stop() }
        try await HostileScene.with { scene in
            let row = SceneRow.searchDomain
            let file = try scene.write(HostileScene.payload("https://intranet/a.png"), to: "a.json")
            let program = AttacheProgram(scene: scene, before: ["LOCALDOMAIN=corp.example"])
            let ending = try await HostileRecorder.measure(row) {
                try await program.run(
                    ["rewrite", "--dns-server", server.address, "--allow-host", "intranet", file]
                )
            }
            #expect(try ProgramReport(try #require(ending.lines.first)).verdict == row.verdict, "\(ending)")
            #expect(Set(server.questions.map(\.name)) == ["intranet"])
        }
    }

    @Test("case 70: the hosts file does not bypass the policy", .enabled(if: Namespace.isAvailable))
    func hostsFile() async throws {
        let server = try NameServer(names: ["public.example": [NameRow.outside]])
        defer { server.stop() }
        try await HostileScene.with { scene in
            let row = SceneRow.hostsFile
            let hosts = try scene.write("127.0.0.1 public.example\n", to: "hosts")
            let file = try scene.write(HostileScene.payload("https://public.example/a.png"), to: "a.json")
            let program = AttacheProgram(scene: scene, before: Namespace.hostsFile(hosts))
            let ending = try await HostileRecorder.measure(row) {
                try await program.run(["rewrite", "--dns-server", server.address, file])
            }
            #expect(try ProgramReport(try #require(ending.lines.first)).verdict == row.verdict, "\(ending)")
            #expect(server.questions.isEmpty)
        }
    }

    @Test("case 67: a slow resolver delays no other host, and uses no threads")
    func slowResolver() async throws {
        let origin = try LoopbackOrigin.start { _ in Self.picture }
        defer { origin.stop() }
        let server = try NameServer { question in
            question.name.hasPrefix("slow") ? .silence : .addresses([NameRow.loopback])
        }
        defer { server.stop() }
        try await HostileScene.with { scene in
            // As long as possible: c-ares gives a name up after 14 s, which is another verdict.
            let slow = (0..<200).map { Self.envelope("slow-\($0)", port: origin.port, milliseconds: 12_000) }
            let good = (0..<20).map { Self.envelope("good-\($0)", port: origin.port, milliseconds: 300_000) }
            let input = try scene.write((slow + good).joined(separator: "\n"), to: "in.ndjson")
            let policy = try scene.lenientConfiguration().policy
            let running = try AttacheProgram(scene: scene).start(
                [
                    "rewrite", "--unordered", "--jobs", "220", "--policy", policy, "--dns-server", server.address,
                    "--allow-port", "\(origin.port)", "--allow-address", "127.0.0.1:\(origin.port)", input,
                ]
            )
            let threads = Task { await Self.mostThreads(of: running.child) }
            let row = SceneRow.slowResolver
            let ending = try await HostileRecorder.measure(row) { try await running.ending() }
            let reports = try ending.lines.map { try ProgramReport($0) }
            #expect(reports.count == 220)
            #expect(reports.prefix(20).allSatisfy { $0.verdict == SceneRow.besideSlowResolver.verdict })
            #expect(reports.dropFirst(20).allSatisfy { $0.verdict == row.verdict })
            let count = await threads.value
            #expect((1...24).contains(count), "\(count) threads")
        }
    }

    private static func envelope(_ name: String, port: Int, milliseconds: Int) -> String {
        let payload = HostileScene.payload("http://\(name).example:\(port)/a.png")
        return #"{"id":"\#(name)","deadline_ms":\#(milliseconds),"payload":\#(payload)}"#
    }

    /// The highest number of concurrent threads of the program.
    private static func mostThreads(of child: ChildProcess) async -> Int {
        var most = 0
        while let text = try? String(contentsOfFile: child.systemFile("status"), encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Threads:") }),
            let count = Int(line.dropFirst("Threads:".count).filter { $0.isNumber })
        {
            most = max(most, count)
            try? await Task.sleep(for: .milliseconds(5))
        }
        return most
    }
}
