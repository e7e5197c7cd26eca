import TestWidth
import Testing

@testable import AttacheServer

@Suite("Unknown query parameters", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct QueryParameterTests {
    @Test("They are refused, all at once, with the nearest name", arguments: ["/v1/rewrite", "/v1/rewrite/batch"])
    func refused(_ path: String) async throws {
        try await ServiceScene.with { scene in
            let body = #"{"aps":{"alert":"Hello"}}"#
            let response = try await scene.ask("\(path)?polcy=hive&x=1&emit=report", body: body)
            #expect(response.status == 400)
            let detail = response.body
            #expect(detail.contains("polcy") && detail.contains("policy") && detail.contains(#"\"x\""#), "\(detail)")
        }
    }
}
