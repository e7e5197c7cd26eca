import Attache
import AttacheCore
import AttacheReports
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import FleetWorker

/// One verdict on a push: what a worker publishes is what the user sees under each dialect.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct OneVerdictFleetTests {
    /// A good picture under a good name, and under one for which many extensions drop it.
    @Test(arguments: [("/a.png", "image/png"), ("/picture", "application/octet-stream")])
    func resultsAreWhatTheUserSees(_ path: String, _ type: String) async throws {
        let picture: LoopbackOrigin.Handler = { _ in .file(SampleMedia.photoPNG.bytes, type: type) }
        let dialects = BuiltinPolicies.policies.policies.filter(\.isVendor).map(\.name)
        try await FleetScene.with(origin: picture) { scene in
            let pushes = try dialects.map { name in
                let bytes = MediumPayload.bytes(
                    of: scene.origin.url(path),
                    policy: name,
                    among: BuiltinPolicies.policies,
                    format: .png
                )
                return String(decoding: try #require(bytes), as: UTF8.self)
            }
            var shown: [String: Bool] = [:]
            try await withAttache(configuration: scene.configuration) { attache in
                for (name, push) in zip(dialects, pushes) {
                    shown[name] = await attache.rewrite(push).device?.shown == .media
                }
            }
            let end = try await scene.work {
                // They are envelopes, which get an identifier.
                try await scene.send(zip(dialects, pushes).map { #"{"id":"\#($0)",\#($1.dropFirst())"# })
                try await scene.wait(for: dialects.count, below: "attache.results")
            }
            #expect(end.totals.published == dialects.count)
            let results = try await scene.stored(in: "ATTACHE_RESULTS")
            #expect(results.count == dialects.count)
            for result in results {
                let name = try #require(result.identifier)
                let isShown = try #require(shown[name] as Bool?)
                let outcome = isShown ? "attached" : "plain"
                #expect(result.headers.contains("Attache-Outcome: \(outcome)\r\n"), "\(name): \(result.headers)")
                let root = try JSONDocument(parsing: Array(result.body.utf8)).root
                #expect(root["outcome"]?.string == outcome, "\(name): \(result.body)")
            }
            // Some show it, and of a name without a format others do not.
            #expect(shown.values.contains(true) && (path != "/picture" || shown.values.contains(false)))
        }
    }
}
