import TestWidth
import Testing

@testable import CurlFetch

@Suite("Connections to an origin", .inProcess, .timeLimit(.minutes(1)))
struct FetchConnectionTests {
    private static let allowance = 16 << 20

    /// A connection with a first request, and what has come over it.
    private final class Scene {
        var byteCount = 0
        private(set) lazy var connection = FetchConnection(-1) { [unowned self] in Int64(byteCount) }
    }

    @Test("A request leaves room for what is no body, and a body for as much again", arguments: [0, 1000])
    func one(bodySize: Int) {
        let scene = Scene()
        scene.connection.take(bodySize)
        scene.byteCount = 2 * bodySize + Self.allowance
        #expect(!scene.connection.isFlooded)
        scene.byteCount += 1
        #expect(scene.connection.isFlooded)
    }

    @Test(
        "Requests that have ended leave as much room as their responses needed",
        arguments: [(true, Self.allowance + 100 * (256 << 10)), (false, 101 * Self.allowance)]
    )
    func ended(areWhole: Bool, room: Int) {
        let scene = Scene()
        for _ in 0..<100 {
            scene.connection.begin()
            scene.connection.end(isWhole: areWhole)
        }
        scene.byteCount = room
        #expect(!scene.connection.isFlooded)
        scene.byteCount += 1
        #expect(scene.connection.isFlooded)
    }

    @Test("A connection without a request in progress begins again")
    func again() {
        let scene = Scene()
        scene.byteCount = 1_000_000_000
        scene.connection.end(isWhole: true)
        scene.connection.begin()
        scene.byteCount += Self.allowance
        #expect(!scene.connection.isFlooded)
        scene.byteCount += 1
        #expect(scene.connection.isFlooded)
    }
}
