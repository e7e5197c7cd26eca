import Attache
import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheServer

/// What one client's media and failures may cost the others.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct StoreRoomTests {
    /// A picture of its own for each length.
    private static let pictures: LoopbackOrigin.Handler = { request in
        let count = Int(request.path.filter(\.isNumber)) ?? 0
        return .file(SampleMedia.padded(jpeg: SampleMedia.photoJPEG.bytes, to: 60_000 + count), type: "image/jpeg")
    }

    private static func size(of store: String) -> Int {
        let names = FileManager.default.enumerator(atPath: store)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".jpg") }.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(store)/\(name)")
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    @Test func theStoreNeverExceedsItsLimit() async throws {
        try await ServiceScene.with(
            origin: Self.pictures,
            configured: { configuration, _ in configuration.attache.storeLimit = 200_000 }
        ) { scene in
            let lines = (0..<20).map { scene.payload("/\($0 + 10).jpg") + "\n" }.joined()
            let arguments = ["-H", "Content-Type: application/x-ndjson"]
            let answer = try await scene.ask("/v1/rewrite/batch", arguments, body: lines)
            #expect(answer.lines.count { $0.contains(#""outcome":"attached""#) } == 3)
            let refused = answer.lines.filter { $0.contains(#""outcome":"plain""#) }
            #expect(refused.count == 17)
            for line in refused {
                let report = try #require(try JSONDocument(parsing: Array(line.utf8)).root["reasons"]?[0])
                #expect(report["code"]?.string == ReasonCode.attachStoreFull.rawValue)
                #expect(report["permanent"]?.boolean == false)
            }
            #expect(Self.size(of: "\(scene.directory)/store") <= 200_000)
            let ready = try await scene.ask("/readyz")
            // Pushes without media, and those whose media it has, still go out.
            #expect(ready.status == 200)
            #expect(ready.body.hasPrefix("ready\nwarning: ") && ready.body.contains("--cache-limit"))
            #expect(try await scene.ask("/metrics").body.contains(#"code="attach.store-full",severity="block"} 17"#))
        }
    }

    /// Writes the tokens of two clients.
    private static func addTokens(_ configuration: inout ServiceConfiguration, _ directory: String) throws {
        let tokens = "\(directory)/tokens"
        try "mallory 1111111111111111\nalice 2222222222222222\n".write(
            toFile: tokens,
            atomically: true,
            encoding: .utf8
        )
        configuration.tokenFile = tokens
    }

    @Test func aClientThatFillsTheStoreKeepsNobodyOut() async throws {
        try await ServiceScene.with(
            origin: Self.pictures,
            configured: { configuration, directory in
                try Self.addTokens(&configuration, directory)
                configuration.attache.storeLimit = 1 << 20
            }
        ) { scene in
            let lines = (0..<30).map { scene.payload("/\($0 + 10).jpg") + "\n" }.joined()
            let arguments = ["-H", "Content-Type: application/x-ndjson", "-H", Self.token("1")]
            let answer = try await scene.ask("/v1/rewrite/batch", arguments, body: lines)
            #expect(answer.lines.contains { $0.contains(ReasonCode.attachStoreFull.rawValue) })
            for number in 100..<107 {
                try await Self.expect("attached", of: "/\(number).jpg", for: "2", at: scene)
                // What the other one asks for again takes nothing of that.
                _ = try await scene.ask(
                    "/v1/rewrite",
                    ["-H", Self.token("1")],
                    body: scene.payload("/\(number - 90).jpg")
                )
            }
            #expect(Self.size(of: "\(scene.directory)/store") <= 1 << 20)
            #expect(try await scene.ask("/readyz").status == 200)
        }
    }

    @Test func urlsThatHangCostOtherClientsNothingOfTheirHost() async throws {
        try await ServiceScene.with(
            origin: { $0.path.hasPrefix("/hang") ? .raw([.waitUntilStopped]) : Self.pictures($0) },
            configured: { configuration, directory in
                try Self.addTokens(&configuration, directory)
                configuration.attache.connectionsPerHost = 4
            }
        ) { scene in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    let arguments = ["-H", Self.token("1"), "-H", "Attache-Deadline: 6s"]
                    group.addTask {
                        _ = try? await scene.ask("/v1/rewrite", arguments, body: scene.payload("/hang\(number)"))
                    }
                }
                while scene.origin.requestCount < 3 { await pause() }
                // The transfers of the other one hold no more than three quarters until these have ended.
                for number in 0..<5 {
                    try? await Self.expect("attached", of: "/\(number).jpg", for: "2", at: scene)
                }
                await group.waitForAll()
            }
            let cooling = try await scene.ask("/v1/rewrite", ["-H", Self.token("1")], body: scene.payload("/9.jpg"))
            #expect(cooling.body.contains(ReasonCode.fetchHostCooling.rawValue), "\(cooling.body)")
            try await Self.expect("attached", of: "/8.jpg", for: "2", at: scene)
        }
    }

    @Test func aFailureIsNotKeptForOthersBeyondAMinute() async throws {
        let clock = ManualClock()
        let gone = ["/a.jpg", "/b.jpg"]
        let published = Published()
        try await ServiceScene.with(
            origin: { gone.contains($0.path) && !published.value ? .status(404) : Self.pictures($0) },
            configured: { configuration, directory in
                try Self.addTokens(&configuration, directory)
                configuration.attache.time = clock
                // A clock that is moved by hand would hold up the shutdown.
                configuration.drainDelay = .zero
                configuration.attache.cache = .run
                configuration.attache.verdictLifetime = .seconds(600)
                configuration.attache.permanentFailureLifetime = .seconds(600)
            }
        ) { scene in
            for path in gone { try await Self.expect("plain", of: path, for: "1", at: scene) }
            published.publish()
            clock.advance(by: .seconds(59))
            try await Self.expect("plain", of: "/a.jpg", for: "2", at: scene)
            clock.advance(by: .seconds(1))
            try await Self.expect("attached", of: "/a.jpg", for: "2", at: scene)
            // The client that has seen the failure keeps it, until another client has loaded the file.
            try await Self.expect("plain", of: "/b.jpg", for: "1", at: scene)
            try await Self.expect("attached", of: "/a.jpg", for: "1", at: scene)
        }
    }

    /// The header of the token whose digits are all the same.
    private static func token(_ digit: String) -> String {
        "Authorization: Bearer " + String(repeating: digit, count: 16)
    }

    /// Asks with the token whose digits are all the same.
    private static func expect(
        _ outcome: String,
        of path: String,
        for digit: String,
        at scene: ServiceScene,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await scene.ask("/v1/rewrite", ["-H", token(digit)], body: scene.payload(path))
        #expect(answer.body.contains("\"outcome\":\"\(outcome)\""), "\(answer.body)", sourceLocation: sourceLocation)
    }

    private final class Published: Sendable {
        private let state = Locked(false)
        var value: Bool { state.withLock { $0 } }
        func publish() { state.withLock { $0 = true } }
    }
}
