import Attache
import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// Consecutive runs that share a store, against a real origin.
@Suite("Cache across runs", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct DiskCacheTests {
    private let scene: CacheScene

    init() throws {
        scene = try CacheScene()
    }

    @Test("A fresh file is not requested again, and the result is the same byte for byte")
    func fresh() async throws {
        let first = try await scene.run(["/fresh.png"])
        let second = try await scene.run(["/fresh.png"])
        #expect(first.requests == ["/fresh.png"])
        #expect(second.requests == [])
        #expect(first.results[0].contains(#""outcome":"attached""#))
        #expect(second.results == first.results)
    }

    @Test("A stale file is revalidated, and the response has no body")
    func revalidated() async throws {
        let first = try await scene.run(["/tagged.png"])
        let second = try await scene.run(["/tagged.png"])
        #expect(second.requests == ["/tagged.png"])
        #expect(scene.origin.requests.map { $0.values("If-None-Match") } == [[], ["\"v1\""]])
        #expect(second.results == first.results)
        #expect(first.results[0].contains(#""outcome":"attached""#))
    }

    @Test(
        "A response that forbids caching, or has no cache fields, is loaded again",
        arguments: ["/secret.png", "/silent.png"]
    )
    func notKept(path: String) async throws {
        let first = try await scene.run([path, path])
        let second = try await scene.run([path])
        // Within one run it is shared.
        #expect(first.requests == [path])
        #expect(second.requests == [path])
        #expect(scene.origin.requests.allSatisfy { $0.values("If-None-Match").isEmpty })
    }

    @Test("Behind a redirect, only the URL that answered is revalidated")
    func redirected() async throws {
        let first = try await scene.run(["/moved.png"])
        let second = try await scene.run(["/moved.png"])
        #expect(second.requests == ["/moved.png", "/tagged.png"])
        #expect(scene.origin.requests.map { $0.values("If-None-Match") } == [[], [], [], ["\"v1\""]])
        #expect(second.results == first.results)
    }

    @Test("A failure is cached for its lifetime, and loaded again without one")
    func failures() async throws {
        // Longer than a busy machine takes for both runs.
        let first = try await scene.run(["/gone.png", "/busy.png"]) { $0.permanentFailureLifetime = .seconds(600) }
        #expect(first.requests == ["/gone.png", "/busy.png", "/busy.png"])
        let second = try await scene.run(["/gone.png", "/busy.png"]) { $0.permanentFailureLifetime = .seconds(600) }
        #expect(second.requests == [])
        #expect(second.results == first.results)
        try FileManager.default.removeItem(atPath: scene.store)
        for _ in 0..<2 {
            let never = try await scene.run(["/gone.png"]) { $0.permanentFailureLifetime = .zero }
            #expect(never.requests == ["/gone.png"])
        }
    }

    @Test("A file missing from the store is loaded again")
    func missingFile() async throws {
        let first = try await scene.run(["/fresh.png"])
        for name in try FileManager.default.contentsOfDirectory(atPath: scene.store) where name.count == 2 {
            try FileManager.default.removeItem(atPath: "\(scene.store)/\(name)")
        }
        let second = try await scene.run(["/fresh.png"])
        #expect(second.requests == ["/fresh.png"])
        #expect(second.results == first.results)
    }

    @Test("Another context is another load")
    func terms() async throws {
        _ = try await scene.run(["/fresh.png"])
        #expect(try await scene.run(["/fresh.png"]) { $0.network = "lte" }.requests == ["/fresh.png"])
        #expect(try await scene.run(["/fresh.png"]) { $0.allowedPorts = ["9"] }.requests == ["/fresh.png"])
        #expect(try await scene.run(["/fresh.png"]).requests == [])
    }

    @Test(
        "Without a disk cache there is no index, and without a cache each payload sends a request",
        arguments: [
            (AttacheConfiguration.Cache.run, 1), (.off, 2),
        ]
    )
    func otherCaches(cache: AttacheConfiguration.Cache, requests: Int) async throws {
        let run = try await scene.run(["/fresh.png", "/fresh.png"], cache: cache)
        #expect(run.requests.count == requests)
        #expect(!FileManager.default.fileExists(atPath: scene.store + "/index.sqlite"))
    }

    @Test("An unusable index is a warning, and the run continues")
    func damagedIndex() async throws {
        try FileManager.default.createDirectory(atPath: scene.store, withIntermediateDirectories: true)
        try Data(repeating: 0x78, count: 8192).write(to: URL(filePath: scene.store + "/index.sqlite"))
        var configuration = AttacheConfiguration()
        configuration.cache = .disk
        configuration.storeDirectory = scene.store
        try await withAttache(configuration: configuration) { attache in
            #expect(attache.warnings.contains { $0.contains(GoldenMessages["index.damaged"]) })
        }
        #expect(try await scene.run(["/fresh.png"]).results[0].contains(#""outcome":"attached""#))
        #expect(try await scene.run(["/fresh.png"]).requests == [])
    }
}
