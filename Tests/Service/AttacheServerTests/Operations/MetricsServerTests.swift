import AttacheSystem
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheServer

/// The port of a worker's metrics has the limits of the service's connections.
@Suite("Metrics server", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MetricsServerTests {
    /// Runs a server while `body` runs; returns what clients get that send a text and wait for the end.
    private func exchange(
        _ texts: [String],
        _ change: (inout ServiceConfiguration) -> Void
    ) async throws -> [String] {
        var configuration = ServiceConfiguration()
        change(&configuration)
        let log = try Log()
        let server = MetricsServer(
            .network(host: "127.0.0.1", port: 0),
            configuration,
            PrometheusRegistry(),
            log: ServiceLog(descriptor: log.writing.number)
        ) { nil }
        return try await server.run {
            let port = try await waitFor {
                log.text.firstMatch(of: /Metrics are at 127\.0\.0\.1:([0-9]+)\./).flatMap { Int($0.1) }
            }
            return await withTaskGroup(of: (Int, String).self) { group in
                for (index, text) in texts.enumerated() {
                    group.addTask { (index, await RawClient.exchange(port) { $0.send(text) }) }
                }
                return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(
                    \.value
                )
            }
        }
    }

    /// A file for a log.
    private struct Log {
        let writing: FileDescriptor
        private let directory: ScratchDirectory

        init() throws {
            directory = try ScratchDirectory("log")
            let number = unsafe open(directory.path("log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            try #require(number >= 0)
            writing = FileDescriptor(number)
        }

        var text: String { (try? String(contentsOfFile: directory.path("log"), encoding: .utf8)) ?? "" }
    }

    private static let request = health("Host: localhost\r\n")

    private static func health(_ hosts: String) -> String {
        "GET /healthz HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n"
    }

    @Test(
        "On a local address it answers to local names, and to one Host",
        arguments: [
            ("Host: a\r\n", 421), ("Host: localhost\r\nHost: localhost\r\n", 400), ("Host: 127.0.0.1\r\n", 200),
        ]
    )
    func host(_ hosts: String, _ status: Int) async throws {
        let answers = try await exchange([Self.health(hosts)]) { _ in }
        #expect(answers[0].hasPrefix("HTTP/1.1 \(status) "), "\(answers[0])")
    }

    @Test("Connections without a request, or with half of one, end at the idle timeout", arguments: ["", "GET /metr"])
    func idle(_ text: String) async throws {
        let answers = try await exchange([text, Self.request]) { $0.idleTimeout = .seconds(1) }
        #expect(!answers[0].contains("200"))
        #expect(answers[1].hasPrefix("HTTP/1.1 200 ") && answers[1].hasSuffix("ok\n"), "\(answers[1])")
    }

    @Test("Many silent connections keep nobody out")
    func many() async throws {
        let texts = Array(repeating: "GET /", count: 40) + [Self.request]
        let answers = try await exchange(texts) { configuration in
            configuration.connectionLimit = 20
            configuration.idleTimeout = .seconds(5)
        }
        #expect(answers.last?.hasPrefix("HTTP/1.1 200 ") == true)
    }
}
