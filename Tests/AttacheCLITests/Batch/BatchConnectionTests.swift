import Foundation
import Testing

extension BatchPrograms {
    /// How many connections a batch makes.
    @Suite(.timeLimit(.minutes(5)))
    struct BatchConnectionTests {
        private static let count = 200
        private static let perHost = 4

        /// A batch over many items that one origin has all the media of.
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
                let (end, talk) = try await site.run(site.arguments(["in"], out: "out", options))
                #expect(end == .exited(0), "\(talk)")
                let outcomes = site.outcomes("out/in/a.ndjson")
                #expect(outcomes.count == Self.count && outcomes.allSatisfy { $0 == "attached" })
                return try server.requests()
            }
        }

        /// The most requests that were under way at once.
        private func mostAtOnce(_ requests: [MultiplexingNginx.Request]) -> Int {
            requests.map { request in requests.count { $0.span.contains(request.span.lowerBound) } }.max() ?? 0
        }

        @Test func itemsOfAnHTTP2OriginShareFewConnections() async throws {
            let requests = try await requests(speaksHTTP2: true)
            #expect(requests.count == Self.count)
            #expect(requests.allSatisfy { $0.version == "HTTP/2.0" })
            #expect(Set(requests.map(\.connection)).count <= 2)
            // Streams, not connections, are what is at once.
            #expect(mostAtOnce(requests) > 2 * Self.perHost)
        }

        @Test func itemsOfAnHTTP1OriginTakeTurnsOnKeptConnections() async throws {
            let requests = try await requests(speaksHTTP2: false)
            #expect(requests.count == Self.count)
            #expect(Set(requests.map(\.connection)).count <= Self.perHost)
        }
    }
}
