import Attache
import AttacheCore
import AttacheTesting
import LoopbackOrigin
import Testing

/// One payload through the library, against an origin of its own.
enum OriginTrial {
    /// Runs a row and holds the result against it.
    static func run(_ row: OriginRow) async throws {
        let origin = try LoopbackOrigin.start(handler: row.handler)
        defer { origin.stop() }
        try await HostileScene.with { scene in
            var configuration = scene.configuration(ports: [origin.port])
            configuration.deadline = row.deadline
            // Transfers have a clock of their own, by which an hour is left.
            if row.stopsClock { configuration.time = ManualClock(now: .now + .seconds(3600)) }
            try await withAttache(configuration: configuration) { attache in
                let payload = HostileScene.payload(origin.url(row.path))
                let result = await HostileRecorder.measure(row) { await attache.rewrite(payload) }
                #expect(HostileVerdict(result) == row.verdict, "\(result.reasons.map(\.message))")
                if let code = row.also { #expect(result.reasons.contains { $0.code == code }) }
                if let count = row.requestCount { #expect(origin.requestCount == count) }
                if row.verdict == .attached {
                    #expect(result.payload == Array(payload.utf8))
                } else {
                    #expect(result.payload == Array(#"{"aps":{"alert":"Hello","mutable-content":1}}"#.utf8))
                }
            }
            // Whatever happened, nothing half-finished is left.
            #expect(scene.storedFiles.count == (row.verdict == .attached ? 1 : 0), "\(scene.storedFiles)")
        }
    }
}
