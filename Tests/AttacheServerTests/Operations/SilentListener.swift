import LoopbackOrigin

/// Takes connections and says nothing.
struct SilentListener {
    private let origin: LoopbackOrigin

    init() throws {
        origin = try LoopbackOrigin.start { _ in Behaviour(steps: [.waitUntilStopped]) }
    }

    var port: Int { origin.port }

    func stop() { origin.stop() }
}
