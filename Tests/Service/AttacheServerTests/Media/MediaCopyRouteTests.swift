import HTTPTypes
import TestWidth
import Testing

@testable import AttacheServer
@testable import MediaStore

/// What a client is told when the object store gives no copy.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MediaCopyRouteTests {
    static let failures: [(ObjectStoreFailure, Int, Int?)] = [
        (.denied, 404, nil), (ObjectStoreFailure(cause: "it is slow", isTransient: true), 503, 2),
    ]

    @Test("A refusal of the object store is no finding that caches may keep", arguments: failures)
    func failure(_ failure: ObjectStoreFailure, _ status: Int, _ retryAfter: Int?) {
        let problem = MediaCopyRoute.problem(failure)
        #expect(problem.kind.status.code == status)
        #expect(problem.retryAfter == retryAfter)
        #expect(problem.cacheLifetime == nil)
    }
}
