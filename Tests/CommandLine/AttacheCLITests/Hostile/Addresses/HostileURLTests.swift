import Attache
import AttacheCore
import CurlFetch
import TestWidth
import Testing

/// Cases 1 to 55: URLs that are checked without a socket, a dial or a lookup.
@Suite("Hostile URLs", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileURLTests {
    @Test(arguments: URLRow.forms + URLRow.hosts + URLRow.addresses)
    func urlIsJudged(_ row: URLRow) async throws {
        let terms = EvaluationContext(
            policy: try #require(try PolicyLibrary().policies["hive"]),
            network: .wifi,
            deadline: Deadline(at: .now + HostileScene.deadline),
            findings: []
        )
        // The length of the URL has no measurable effect on the time.
        let decision = await HostileRecorder.measureHere(row, bound: .seconds(1)) { permit(row, under: terms) }
        switch decision {
        case .success(let request):
            #expect(row.verdict == .allowed)
            #expect(request.url.text == row.text)
        case .failure(let refusal):
            #expect(row.verdict == .plain(try #require(refusal.reasons.first).code))
            #expect(refusal.reasons.first?.isPermanent == true)
            try await expectPlain(row)
        }
    }

    /// The same through the library, if the URL fits into a payload.
    private func expectPlain(_ row: URLRow) async throws {
        let payload = HostileScene.payload(row.url)
        guard payload.utf8.count <= PayloadReader.payloadLimit else { return }
        try await HostileScene.with { scene in
            var configuration = scene.configuration()
            configuration.deniedHosts = ["denied.example"]
            // A lookup would never end: the port has no listener.
            configuration.dnsServers = ["127.0.0.1:1"]
            try await withAttache(configuration: configuration) { attache in
                let result = await attache.rewrite(payload)
                #expect(HostileVerdict(result) == row.verdict, "\(result.reasons)")
            }
        }
    }

    private func permit(_ row: URLRow, under terms: EvaluationContext) -> Result<DownloadRequest, RequestRefusal> {
        var egress = EgressPolicy()
        if let pattern = try? HostPattern(parsing: "denied.example", canonicalizer: LibIDN2()) {
            egress.deniedHosts = [pattern]
        }
        return RequestPolicy(egress: egress, canonicalizer: LibIDN2(), link: .model)
            .permit(MediaReference(text: row.url, location: "$.media_url"), under: terms)
    }
}
