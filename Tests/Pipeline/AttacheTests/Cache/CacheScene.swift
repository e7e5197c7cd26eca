import Attache
import AttacheTesting
import Foundation
import LoopbackOrigin

/// An origin that supports conditional requests, and a store that outlives each `Attache`.
final class CacheScene: Sendable {
    let origin: LoopbackOrigin
    private let scratch: ScratchDirectory
    var store: String { scratch.path("store") }

    init() throws {
        scratch = try ScratchDirectory()
        let png = SampleMedia.photoPNG.bytes
        @Sendable func file(_ fields: String...) -> Behaviour {
            let head = Behaviour.head(200, ["Content-Type: image/png", "Content-Length: \(png.count)"] + fields)
            return Behaviour(steps: [.send(head + png)])
        }
        origin = try LoopbackOrigin.start { request in
            switch request.path {
            case "/fresh.png": file("Cache-Control: max-age=3600")
            case "/tagged.png":
                request.values("If-None-Match") == ["\"v1\""]
                    ? Behaviour(steps: [.send(Behaviour.head(304, ["ETag: \"v1\"", "Cache-Control: no-cache"]))])
                    : file("ETag: \"v1\"", "Cache-Control: no-cache")
            case "/secret.png": file("Cache-Control: no-store", "ETag: \"v1\"")
            case "/silent.png": file()
            case "/moved.png":
                Behaviour(steps: [.send(Behaviour.head(302, ["Location: /tagged.png", "Content-Length: 0"]))])
            case "/gone.png": .status(410)
            case "/busy.png": .status(503)
            default: .status(404)
            }
        }
    }

    deinit { origin.stop() }

    /// One separate run: the result for each path, without the times, and the requests at the origin.
    func run(
        _ paths: [String],
        cache: AttacheConfiguration.Cache = .disk,
        change: (inout AttacheConfiguration) -> Void = { _ in }
    ) async throws -> (results: [String], requests: [String]) {
        var configuration = AttacheConfiguration()
        configuration.policy = "hive"
        configuration.cache = cache
        configuration.storeDirectory = store
        // No payload's time ends during a test, however slow the machine is.
        configuration.deadline = .seconds(600)
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        configuration.hostCooling = .zero
        change(&configuration)
        let before = origin.requests.count
        let results = try await withAttache(configuration: configuration) { attache in
            var results: [String] = []
            for path in paths {
                let url = origin.url(path)
                let result = await attache.rewrite(
                    #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(url)"}"#
                )
                results.append(Self.withoutTiming(String(decoding: result.json(), as: UTF8.self)))
            }
            return results
        }
        return (results, origin.requests.dropFirst(before).map(\.path))
    }

    private static func withoutTiming(_ text: String) -> String {
        text.range(of: #","stages":"#).map { String(text[..<$0.lowerBound]) } ?? text
    }
}
