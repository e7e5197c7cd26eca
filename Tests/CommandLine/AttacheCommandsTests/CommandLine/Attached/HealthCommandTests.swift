import ArgumentParser
import AttacheCommandLine
import AttacheServer
import TestWidth
import Testing

@testable import AttachedCommands

@Suite("Target of `attached health`", .inProcess, .timeLimit(.minutes(1)))
struct HealthCommandTests {
    private func target(_ arguments: [String], _ environment: [String: String] = [:]) throws -> HealthTarget {
        try HealthCommand.parse(arguments).target(environment.merging(["HOME": "/nowhere"]) { $1 })
    }

    @Test("The target is a URL, a socket, or the listen address of the same configuration")
    func targets() throws {
        #expect(try target(["--url", "http://a:1"]) == HealthTarget(url: "http://a:1"))
        #expect(try target(["--socket", "/s"]) == HealthTarget(socket: "/s"))
        #expect(try target([]) == HealthTarget(url: "http://127.0.0.1:8420"))
        #expect(try target([], ["ATTACHE_LISTEN": "0.0.0.0:1"]) == HealthTarget(url: "http://127.0.0.1:1"))
        #expect(try target([], ["ATTACHE_LISTEN": "[::]:1"]) == HealthTarget(url: "http://[::1]:1"))
        #expect(try target([], ["ATTACHE_LISTEN": "unix:/s"]) == HealthTarget(socket: "/s"))
        let secure = ["ATTACHE_LISTEN": "0.0.0.0:1", "ATTACHE_TLS_CERTIFICATE": "c", "ATTACHE_TLS_KEY": "k"]
        #expect(try target([], secure) == HealthTarget(url: "https://127.0.0.1:1"))
    }
}
