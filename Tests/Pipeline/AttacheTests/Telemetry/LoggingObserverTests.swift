import Attache
import AttacheTelemetry
import InMemoryLogging
import Logging
import LoopbackOrigin
import TestWidth
import Testing

/// The canonical log line of each payload.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct LoggingObserverTests {
    private let handler = InMemoryLogHandler()

    private func logger(_ level: Logger.Level = .info) -> Logger {
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = level
        return logger
    }

    @Test func attachedPayloadIsOneLine() async throws {
        try await TelemetryScene.run(LoggingObserver(logger: logger())) { scene in
            let result = await scene.rewrite("/a.png?signature=secret#part")
            let entry = try #require(handler.entries.first)
            #expect(handler.entries.count == 1)
            #expect(entry.level == .info)
            #expect(entry.metadata["id"] == #""i1""#)
            #expect(entry.metadata["source"] == "payload")
            #expect(entry.metadata["outcome"] == "attached")
            #expect(entry.metadata["policy"] == "hive")
            #expect(entry.metadata["network"] == "wifi")
            #expect(entry.metadata["urls"] == .array(["\(scene.origin.url("/a.png"))?…"]))
            #expect(entry.metadata["supplies"] == .array(["transferred"]))
            #expect(entry.metadata["types"] == .array(["public.png"]))
            #expect(entry.metadata["bytes"] == "\(SampleMedia.photoPNG.bytes.count)")
            #expect(entry.metadata["sha256"] == .array(result.attachments.map { "\($0.sha256)" }))
            #expect(entry.metadata["reason"] == nil)
            for key in ["total_ms", "connect_ms", "first_byte_ms", "inspect_ms", "device_ms"] {
                #expect(entry.metadata[key] != nil, "\(key)")
            }
            #expect(!"\(entry.metadata)".contains("secret"))
        }
    }

    @Test func fallbackLogsItsReason() async throws {
        try await TelemetryScene.run(LoggingObserver(logger: logger())) { scene in
            await scene.rewrite("/missing.png?signature=secret")
            let entry = try #require(handler.entries.first)
            #expect(entry.metadata["outcome"] == "plain")
            #expect(entry.metadata["reason"] == "fetch.status")
            #expect(entry.metadata["permanent"] == "true")
            #expect(entry.metadata["types"] == nil)
            #expect(!"\(entry)".contains("secret"))
        }
    }

    @Test func disabledLevelIsNotFormatted() async throws {
        try await TelemetryScene.run(LoggingObserver(logger: logger(.info), level: .debug)) { scene in
            await scene.rewrite("/a.png")
        }
        #expect(handler.entries.isEmpty)
    }
}
