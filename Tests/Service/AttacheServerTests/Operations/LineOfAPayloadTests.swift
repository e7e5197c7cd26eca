import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

/// Log lines of a real service.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct LineOfAPayloadTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    private func origin() throws -> LoopbackOrigin {
        try LoopbackOrigin.start(routes: ["/a.png": .file(SampleMedia.photoPNG.bytes, type: "image/png")])
    }

    @Test func onePayloadIsOneLine() async throws {
        let origin = try origin()
        defer { origin.stop() }
        try await ServiceProcess.run(beside: origin) { service in
            let headers = ["traceparent: 00-\(Self.trace)-00f067aa0ba902b7-01", "X-Request-ID: r-17"]
            let response = try #require(await service.rewrite(origin.url("/a.png?signature=secret"), headers: headers))
            let line = try await service.line("payload")
            #expect(service.lines("payload").count == 1)
            #expect(line["level"] as? String == "info" && line["outcome"] as? String == "attached")
            #expect(line["policy"] as? String == "hive" && line["network"] as? String == "wifi")
            #expect(line["urls"] as? [String] == ["\(origin.url("/a.png"))?…"])
            #expect(line["supplies"] as? [String] == ["transferred"])
            #expect(line["bytes"] as? Int == SampleMedia.photoPNG.bytes.count)
            #expect(line["client"] as? String == "127.0.0.1")
            #expect(line["request_id"] as? String == "r-17" && line["trace_id"] as? String == Self.trace)
            #expect(line["total_ms"] as? Double != nil && line["body_ms"] as? Double != nil)
            let span = try #require(line["span_id"] as? String)
            #expect(span.count == 16 && span != "00f067aa0ba902b7")
            #expect(response.headerLines.contains("traceparent: 00-\(Self.trace)-\(span)-01"))
            #expect(response.headerLines.contains("X-Request-ID: r-17"))
            #expect(!service.directory.text("log").contains("secret"))
        }
    }

    /// The event loop answers it, without a task.
    @Test func payloadWithKnownMediumIsOneLine() async throws {
        let origin = try origin()
        defer { origin.stop() }
        try await ServiceProcess.run(["level=debug"], beside: origin) { service in
            let headers = ["traceparent: 00-\(Self.trace)-00f067aa0ba902b7-01", "X-Request-ID: r-17"]
            _ = await service.rewrite(origin.url("/a.png"))
            let response = try #require(await service.rewrite(origin.url("/a.png"), headers: headers))
            let requests = try await waitFor {
                let requests = service.lines("span request").filter { $0["route"] as? String == "/v1/rewrite" }
                return requests.count == 2 ? requests : nil
            }
            let line = try #require(service.lines("payload").last)
            #expect(service.lines("payload").count == 2 && origin.requests.count == 1)
            #expect(line["outcome"] as? String == "attached" && line["supplies"] as? [String] == ["shared"])
            #expect(line["client"] as? String == "127.0.0.1" && line["request_id"] as? String == "r-17")
            #expect(line["trace_id"] as? String == Self.trace)
            let span = try #require(line["span_id"] as? String)
            #expect(response.headerLines.contains("traceparent: 00-\(Self.trace)-\(span)-01"))
            #expect(response.headerLines.contains("X-Request-ID: r-17"))
            let request = try #require(requests.last)
            #expect(request["span_id"] as? String == span && request["parent_id"] as? String == "00f067aa0ba902b7")
            #expect(request["status"] as? Int == 200)
        }
    }

    @Test func fallbackLogsItsReason() async throws {
        let origin = try origin()
        defer { origin.stop() }
        try await ServiceProcess.run(beside: origin) { service in
            let response = try #require(await service.rewrite(origin.url("/missing.png")))
            let line = try await service.line("payload")
            #expect(line["outcome"] as? String == "plain" && line["reason"] as? String == "fetch.status")
            #expect(line["permanent"] as? Bool == true && line["detail"] as? String != nil)
            #expect((line["reasons"] as? [String])?.first == "fetch.status")
            // The request has no trace, so the service creates one.
            let trace = try #require(line["trace_id"] as? String)
            let span = try #require(line["span_id"] as? String)
            #expect(response.headerLines.contains("traceparent: 00-\(trace)-\(span)-00"))
            #expect(line["request_id"] as? String == span)
        }
    }

    @Test func passwordsOfMalformedURLsAreInNoLineAndNoReason() async throws {
        let origin = try origin()
        defer { origin.stop() }
        try await ServiceProcess.run(["level=trace"], beside: origin) { service in
            let urls = [
                "//u:Pa55@h/a.png", #"http:\\\\u:Pa55@x/"#, "http:u:Pa55@x/", "http:///u:Pa55@x/", "u:Pa55@x/a",
                "http://u:Pa55?@x/", "http://u:Pa55%40x/", "http://u%3APa55%40x/", "data:image/png;base64,Pa55",
            ]
            for url in urls {
                let answer = ServiceProcess.text(of: await service.rewrite(url))
                let members = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
                let reasons = try #require(members?["reasons"] as? [[String: Any]])
                #expect(!reasons.isEmpty && !"\(reasons)".lowercased().contains("pa55"))
            }
            try await waitUntil { service.lines("payload").count >= urls.count }
            #expect(service.lines("payload").count == urls.count)
            #expect(!service.directory.text("log").contains("Pa55"))
        }
    }

    @Test func batchIsOneRequestWithOneLinePerPayload() async throws {
        let origin = try origin()
        defer { origin.stop() }
        try await ServiceProcess.run(["level=debug"], beside: origin) { service in
            let body = (0..<3).map { ServiceProcess.payload(origin.url("/a.png?\($0)")) }.joined(separator: "\n")
            let response = await service.ask("POST", "/v1/rewrite/batch?policy=hive", body: body)
            #expect(response?.status == 200)
            let request = try await waitFor {
                service.lines("span request").first { $0["route"] as? String == "/v1/rewrite/batch" }
            }
            let payloads = service.lines("payload")
            #expect(payloads.count == 3)
            #expect(payloads.allSatisfy { $0["trace_id"] as? String == request["trace_id"] as? String })
            #expect(payloads.allSatisfy { $0["client"] as? String == "127.0.0.1" })
            let media = service.lines("span media")
            #expect(media.count == 3)
            #expect(media.allSatisfy { $0["parent_id"] as? String == request["span_id"] as? String })
            #expect(Set(media.compactMap { $0["span_id"] as? String }).count == 3)
            #expect(request["status"] as? Int == 200 && request["duration_ms"] as? Double != nil)
        }
    }

    @Test func disabledLevelsAreNotWritten() async throws {
        let origin = try origin()
        defer { origin.stop() }
        try await ServiceProcess.run(["level=warning"], beside: origin) { service in
            #expect(await service.rewrite(origin.url("/a.png"))?.status == 200)
            service.send(SIGTERM)
            #expect(await service.status() == 0)
            #expect(service.directory.text("log").isEmpty)
        }
    }
}
