import AttacheTesting
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

/// SIGHUP and a real service.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ReloadTests {
    private static let tokens = ["first-token-of-sixteen", "second-token-of-sixteen"]

    private func policy(_ name: String) -> String {
        "schema: attache-policy/1\nname: \(name)\nsummary: A policy of this test\nextends: apple\n"
            + "payload:\n  media:\n    - url: $.picture\n"
    }

    private func run(_ body: (ServiceProcess, ScratchDirectory, ScratchDirectory) async throws -> Void) async throws {
        let (tokens, policies) = (try ScratchDirectory(), try ScratchDirectory())
        defer {
            tokens.remove()
            policies.remove()
        }
        try tokens.write("backend \(Self.tokens[0])\n", to: "tokens")
        try policies.write(policy("mine"), to: "mine.yaml")
        let arguments = ["tokens=\(tokens.path("tokens"))", "policies=\(policies.path)"]
        try await ServiceProcess.run(arguments) { service in try await body(service, tokens, policies) }
    }

    private func policies(of service: ServiceProcess, _ token: String) async -> (status: Int, text: String) {
        let response = await service.ask("GET", "/v1/policies", headers: ["Authorization: Bearer \(token)"])
        return (response?.status ?? 0, ServiceProcess.text(of: response))
    }

    @Test func tokensAndPoliciesAreReloaded() async throws {
        try await run { service, tokens, policies in
            #expect(await self.policies(of: service, Self.tokens[0]).text.contains(#""name":"mine""#))
            #expect(await self.policies(of: service, Self.tokens[1]).status == 401)
            try tokens.write("backend \(Self.tokens[1])\n", to: "tokens")
            try policies.write(policy("yours"), to: "yours.yaml")
            service.send(SIGHUP)
            let line = try await service.line(GoldenMessages["log.reloaded"])
            #expect(line["clients"] as? Int == 1 && (line["policies"] as? [String])?.contains("yours") == true)
            #expect(await self.policies(of: service, Self.tokens[0]).status == 401)
            #expect(await self.policies(of: service, Self.tokens[1]).text.contains(#""name":"yours""#))
            let headers = ["Authorization: Bearer \(Self.tokens[1])"]
            #expect(await service.sample(#"attache_reloads_total{result="success"}"#, headers: headers) == 1)
            #expect(await service.ask("GET", "/metrics")?.status == 401)
            #expect(!service.directory.text("log").contains("of-sixteen"))
        }
    }

    @Test func invalidFilesChangeNothingAndAreReportedOnOneLine() async throws {
        try await run { service, tokens, policies in
            try tokens.write("short\nbackend \(Self.tokens[1])\n", to: "tokens")
            try policies.write(policy("yours") + "colour: red\n", to: "bad.yaml")
            try policies.write(policy("ours"), to: "good.yaml")
            service.send(SIGHUP)
            let line = try await service.line(GoldenMessages["log.reload-failed"])
            #expect(service.lines(GoldenMessages["log.reload-failed"]).count == 1)
            #expect(line["level"] as? String == "error")
            let problems = try #require(line["problems"] as? [String])
            #expect(problems.contains { $0.contains("tokens:1") } && problems.contains { $0.contains("bad.yaml") })
            #expect(await self.policies(of: service, Self.tokens[1]).status == 401)
            let known = await self.policies(of: service, Self.tokens[0])
            #expect(known.status == 200 && known.text.contains(#""name":"mine""#) && !known.text.contains("ours"))
            let headers = ["Authorization: Bearer \(Self.tokens[0])"]
            #expect(await service.sample(#"attache_reloads_total{result="failure"}"#, headers: headers) == 1)
            // After the correction, the next reload succeeds.
            try tokens.write("backend \(Self.tokens[1])\n", to: "tokens")
            try policies.write(policy("yours"), to: "bad.yaml")
            service.send(SIGHUP)
            _ = try await service.line(GoldenMessages["log.reloaded"])
            #expect(await self.policies(of: service, Self.tokens[1]).text.contains("ours"))
        }
    }

    @Test func noRequestIsLostDuringReloadUnderLoad() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        // Without a line for each payload, since the test reads the log repeatedly.
        try await ServiceProcess.run(["level=notice"], beside: origin) { service in
            let clients = LoadClients(8, port: service.port) { ServiceProcess.payload(origin.url("/\($0 % 97).png")) }
            for number in 1...20 {
                let answered = clients.current.answered
                try await waitUntil { clients.current.answered > answered + 20 }
                service.send(SIGHUP)
                try await waitUntil { service.lines(GoldenMessages["log.reloaded"]).count >= number }
            }
            let tally = clients.current
            #expect(tally.unanswered == 0 && tally.neverTaken == 0 && tally.statuses == [200])
            #expect(tally.answered > 400)
            service.send(SIGTERM)
            #expect(await service.status() == 0)
            #expect(try await clients.result().unanswered == 0)
        }
    }
}
