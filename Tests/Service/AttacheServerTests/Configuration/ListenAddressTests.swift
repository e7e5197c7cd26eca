import AttacheCore
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Listen addresses", .inProcess, .timeLimit(.minutes(1)))
struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8420", ListenAddress.network(host: "127.0.0.1", port: 8420), true),
        ("127.9.9.9:1", .network(host: "127.9.9.9", port: 1), true),
        ("[::1]:0", .network(host: "::1", port: 0), true),
        ("localhost:65535", .network(host: "localhost", port: 65535), true),
        ("0.0.0.0:80", .network(host: "0.0.0.0", port: 80), false),
        ("[::]:80", .network(host: "::", port: 80), false),
        ("10.0.0.1:80", .network(host: "10.0.0.1", port: 80), false),
        ("push.example.com:80", .network(host: "push.example.com", port: 80), false),
        ("unix:/run/attached.sock", .unix(path: "/run/attached.sock"), true),
    ])
    func addresses(text: String, address: ListenAddress, isLocal: Bool) throws {
        let read = try ListenAddress(parsing: text)
        #expect(read == address)
        #expect(read.isLocal == isLocal)
        #expect(read.description == text)
    }

    @Test(arguments: ["", ":", "8420x", ":65536", "host:", "host:65536", "host:-1", "unix:"])
    func problems(text: String) {
        #expect(throws: ConfigurationError.self) { try ListenAddress(parsing: text) }
    }

    @Test("A port alone is one on loopback", arguments: ["8420", ":8420"])
    func ports(text: String) throws {
        #expect(try ListenAddress(parsing: text) == .network(host: "127.0.0.1", port: 8420))
    }

    @Test("The path of a unix socket is limited to 107 bytes")
    func pathLimit() {
        #expect(throws: Never.self) { try ListenAddress(parsing: "unix:" + String(repeating: "x", count: 107)) }
        #expect(throws: ConfigurationError.self) {
            try ListenAddress(parsing: "unix:" + String(repeating: "x", count: 108))
        }
    }
}
