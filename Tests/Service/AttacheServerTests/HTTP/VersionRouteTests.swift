import Attache
import Foundation
import TestWidth
import Testing

@testable import AttacheServer

@Suite("GET /version", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct VersionRouteTests {
    private struct Version: Decodable {
        let version: String
        let commit: String?
        let platform: String
        let libraries: [String]
    }

    @Test("It has what --version prints, and requires a token where there are tokens")
    func version() async throws {
        try await ServiceScene.with { scene in
            let answer = try await scene.ask("/version")
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            let found = try JSONDecoder().decode(Version.self, from: Data(answer.body.utf8))
            #expect(found.version == AttacheVersion.text && found.commit == AttacheVersion.commit)
            #expect(found.platform == AttacheVersion.platform && found.libraries == AttacheVersion.libraries)
        }
        try await ServiceScene.with(configured: { configuration, directory in
            let file = "\(directory)/tokens"
            try "campaigns 0123456789abcdef\n".write(toFile: file, atomically: true, encoding: .utf8)
            configuration.tokenFile = file
        }) { scene in
            let answer = try await scene.ask("/version")
            #expect(answer.status == 401)
        }
    }
}
