import AttacheCore
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

@testable import CurlFetch

/// Transfers when this machine has no descriptor for another connection.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SocketLackTests {
    @Test func hostIsNotBlamed() async throws {
        await #expect(processExitsWith: .success) {
            let origin = try LoopbackOrigin.start { _ in .file([1, 2, 3], type: "image/png") }
            let scene = FetchScene()
            _ = try await scene.fetch(origin.url())
            // A second connection is needed, since the open one belongs to another origin.
            let other = try LoopbackOrigin.start { _ in .file([1, 2, 3], type: "image/png") }
            var taken: [Int32] = []
            while case let next = dup(0), next >= 0 { taken.append(next) }
            let lacking = try await scene.fetch(other.url())
            for descriptor in taken { close(descriptor) }
            guard case .failure(let failure) = lacking else {
                Issue.record("A socket was available.")
                return
            }
            #expect(failure.reasons.first?.code == .fetchNoSocket)
            #expect(failure.reasons.first?.isPermanent == false)
            #expect(failure.contact == .none)
            guard case .success = try await scene.fetch(other.url()) else {
                Issue.record("The transfer failed although a socket is available.")
                return
            }
            scene.fetcher.shutDown()
        }
    }
}
