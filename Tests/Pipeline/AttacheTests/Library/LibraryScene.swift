import Attache
import AttacheSystem
import AttacheTesting
import Foundation
import LoopbackOrigin

/// An `Attache` with an origin on loopback, and a scratch store that is removed after the test.
struct LibraryScene {
    let attache: Attache
    let origin: LoopbackOrigin

    /// Runs `body` with both.
    ///
    /// - Parameters:
    ///   - configure: Changes the configuration.
    ///   - handler: The behaviour of the origin; by default every path is a picture.
    ///   - body: The test.
    /// - Throws: Errors of `body`, or an error when the origin or the `Attache` does not start.
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
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let store = scratch.path("library")
        var configuration = AttacheConfiguration()
        configuration.policy = "hive"
        configuration.storeDirectory = store
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        // No payload's time ends during a test.
        configuration.deadline = .seconds(3600)
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

    /// Waits until the origin reports a value.
    func wait(until isSo: (LoopbackOrigin) -> Bool) async throws {
        try await waitUntil { isSo(origin) }
    }
}
