import Attache
import AttacheSystem
import Foundation
import LoopbackOrigin

/// An `Attache` beside an origin on loopback, with a store of its own that goes with it.
struct LibraryScene {
    let attache: Attache
    let origin: LoopbackOrigin

    /// Runs `body` with both.
    ///
    /// - Parameters:
    ///   - configure: Changes the configuration.
    ///   - handler: What the origin does; a picture for every path when nothing is said.
    ///   - body: The test.
    /// - Throws: What `body` throws, and what keeps the origin or the `Attache` from starting.
    static func run(
        configure: (inout AttacheConfiguration) -> Void = { _ in },
        handler: @escaping LoopbackOrigin.Handler = { _ in LibraryScene.photo },
        _ body: (LibraryScene) async throws -> Void
    ) async throws {
        let origin = try LoopbackOrigin.start(handler: handler)
        defer { origin.stop() }
        try await run(beside: origin, configure: configure, body)
    }

    /// Runs `body` with an origin that outlives the `Attache`.
    static func run(
        beside origin: LoopbackOrigin,
        configure: (inout AttacheConfiguration) -> Void = { _ in },
        _ body: (LibraryScene) async throws -> Void
    ) async throws {
        let store = NSTemporaryDirectory() + "attache-library-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: store) }
        var configuration = AttacheConfiguration()
        configuration.policy = "hive"
        configuration.storeDirectory = store
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        configure(&configuration)
        try await withAttache(configuration: configuration) { attache in
            try await body(LibraryScene(attache: attache, origin: origin))
        }
    }

    static let photo = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")

    /// A payload whose media is at a path of the origin.
    func payload(_ path: String, more: String = "") -> String {
        #"{"aps":{"alert":"Hi","mutable-content":1}\#(more),"media_url":"\#(origin.url(path))"}"#
    }

    /// Waits until the origin tells something, without a limit of its own: the suite has one.
    func wait(until isSo: (LoopbackOrigin) -> Bool) async throws {
        try await Self.wait { isSo(origin) }
    }

    static func wait(until isSo: () -> Bool) async throws {
        while !isSo() { try await Task.sleep(for: .milliseconds(2)) }
    }
}
