import Attache
import AttacheTesting
import Foundation
import LoopbackOrigin

/// An `Attache` with an observer, and an origin with a picture, a page and a missing path.
struct TelemetryScene {
    let attache: Attache
    let origin: LoopbackOrigin

    static func run(_ observer: any AttacheObserver, _ body: (TelemetryScene) async throws -> Void) async throws {
        let origin = try LoopbackOrigin.start(routes: [
            "/a.png": .file(SampleMedia.photoPNG.bytes, type: "image/png"),
            "/page.png": .file(Array("<!doctype html><html><body>Sign in</body></html>".utf8), type: "image/png"),
        ])
        defer { origin.stop() }
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let store = scratch.path("telemetry")
        var configuration = AttacheConfiguration()
        configuration.policy = "hive"
        configuration.storeDirectory = store
        // No payload's time ends during a test, however slow the machine is.
        configuration.deadline = .seconds(600)
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        configuration.observers = [observer]
        configuration.identifierPath = "$.id"
        try await withAttache(configuration: configuration) { attache in
            try await body(TelemetryScene(attache: attache, origin: origin))
        }
    }

    /// Rewrites a payload whose media is at a path of the origin.
    @discardableResult
    func rewrite(_ path: String) async -> RewriteResult {
        await attache.rewrite(
            #"{"aps":{"alert":"Hi","mutable-content":1},"id":"i1","media_url":"\#(origin.url(path))"}"#
        )
    }
}
