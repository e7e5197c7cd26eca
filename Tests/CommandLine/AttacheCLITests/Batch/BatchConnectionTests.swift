import AttacheSystem
import Foundation
import Testing

extension BatchPrograms {
    /// The number of connections that a batch opens.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchConnectionTests {
        private static let count = 200
        private static let perHost = 4

        /// Runs a batch of many items whose media is on one origin.
        private func requests(speaksHTTP2: Bool) async throws -> [MultiplexingNginx.Request] {
            let site = try BatchSite()
            return try await MultiplexingNginx.serving(
                in: site.scratch.path + "/nginx",
                speaksHTTP2: speaksHTTP2
            ) { server in
                let lines = (0..<Self.count).map { number in
                    #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"https://127.0.0.1:\#(server.port)/\#(number).jpg"}"#
                        + "\n"
                }
                try site.scratch.write(lines.joined(), to: "in/a.ndjson")
                let options = [
                    "--cacert", server.authority, "--allow-address", "127.0.0.0/8:\(server.port)", "--jobs", "64",
                    "--per-host", "\(Self.perHost)",
                ]
                let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", options))
                #expect(end == .exited(0), "\(standardError)")
                let outcomes = site.outcomes("out/in/a.ndjson")
                #expect(outcomes.count == Self.count && outcomes.allSatisfy { $0 == "attached" })
                return try server.requests()
            }
        }

        /// The highest number of concurrent requests.
        private func mostAtOnce(_ requests: [MultiplexingNginx.Request]) -> Int {
            requests.map { request in requests.count { $0.span.contains(request.span.lowerBound) } }.max() ?? 0
        }

        @Test func http2ItemsShareFewConnections() async throws {
            let requests = try await requests(speaksHTTP2: true)
            #expect(requests.count == Self.count)
            #expect(requests.allSatisfy { $0.version == "HTTP/2.0" })
            #expect(Set(requests.map(\.connection)).count <= 2)
            // Streams run concurrently, not connections.
            #expect(mostAtOnce(requests) > 2 * Self.perHost)
        }

        @Test func http1ItemsReuseConnections() async throws {
            let requests = try await requests(speaksHTTP2: false)
            #expect(requests.count == Self.count)
            #expect(mostAtOnce(requests) <= Self.perHost)
            // Each loop keeps its own.
            #expect(Set(requests.map(\.connection)).count <= Self.perHost * ProcessorCount.count)
        }
    }
}
