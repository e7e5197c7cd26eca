import Attache
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheServer

@Suite("The query parameter media", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MediaParameterTests {
    private func push(_ scene: ServiceScene) -> String {
        #"{"aps":{"alert":"Hello","mutable-content":1},"gallery":{"id1":"\#(scene.origin.url("/photo.png"))"},"a/b":["x"]}"#
    }

    @Test(
        "A path in either form is read by the policy apple, and by auto",
        arguments: [
            "media=$.gallery.id1", "media=/gallery/id1", "media=$.none&media=%2Fgallery%2Fid1",
            "policy=apple&media=$.gallery.id1",
            "policy=auto&media=$.gallery.*", "policy=apple&media=$['gallery']['id1']",
        ]
    )
    func read(_ query: String) async throws {
        try await ServiceScene.with { scene in
            // Brackets and quotation marks are no part of a query.
            let query = query.replacing("[", with: "%5B").replacing("]", with: "%5D").replacing("'", with: "%27")
            for path in ["/v1/rewrite", "/v1/rewrite/batch"] {
                let response = try await scene.ask("\(path)?\(query)", body: push(scene))
                #expect(response.status == 200)
                #expect(response.body.contains(#""outcome":"attached","policy":"apple""#), "\(response)")
            }
            let without = try await scene.ask("/v1/rewrite", body: push(scene))
            #expect(without.body.contains(#""code":"gate.media-unread""#), "\(without)")
        }
    }

    @Test(
        "A path that cannot be used is refused before the payload is read",
        arguments: [
            "media=gallery.id1", "media=", "media=$.", "policy=hive&media=$.gallery.id1",
            Array(repeating: "media=/a", count: 17).joined(separator: "&"),
        ]
    )
    func refused(_ query: String) async throws {
        try await ServiceScene.with { scene in
            for path in ["/v1/rewrite", "/v1/rewrite/batch"] {
                let response = try await scene.ask("\(path)?\(query)", body: push(scene))
                #expect(response.status == 400)
                #expect(response.body.contains("urn:attache:problem:bad-request"), "\(response)")
            }
        }
    }

    @Test("With a policy of the service that has its own paths, the request names another one")
    func policyOfTheService() async throws {
        try await ServiceScene.with(configured: { configuration, _ in
            configuration.attache.policy = "hive"
        }) { scene in
            let refused = try await scene.ask("/v1/rewrite?media=$.gallery.id1", body: push(scene))
            #expect(refused.status == 400)
            let read = try await scene.ask("/v1/rewrite?media=$.gallery.id1&policy=auto", body: push(scene))
            #expect(read.status == 200)
        }
    }
}
