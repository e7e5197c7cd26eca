import AttacheCore
import AttacheTesting
import Glibc
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Bearer tokens", .inProcess, .timeLimit(.minutes(1)))
struct AccessTokensTests {
    private static let first = "0123456789abcdef"
    private static let second = "ABCDEFGHIJKLMNOP-._~+/="

    @Test("A token identifies its client, with or without a name")
    func clients() throws {
        let text = "# who may\n\n\(Self.first)\ncampaigns \(Self.second)\r\n"
        let tokens = try AccessTokens(parsing: text, file: "tokens")
        #expect(tokens.count == 2)
        #expect(tokens.client(of: Self.first.utf8) == Client(name: "token-3"))
        #expect(tokens.client(of: Self.second.utf8) == Client(name: "campaigns"))
    }

    @Test(
        "Invalid tokens are rejected",
        arguments: ["", "0123456789abcde", "0123456789abcdeF", "0123456789abcdef0"]
    )
    func invalidTokens(_ token: String) throws {
        let tokens = try AccessTokens(parsing: Self.first, file: "tokens")
        #expect(tokens.client(of: token.utf8) == nil)
    }

    @Test(
        "A problem in the token file names its line, and shows no token",
        arguments: [
            ("", GoldenMessages["tokens.none"]), ("# nothing\n", GoldenMessages["tokens.none"]), ("short", "tokens:1:"),
            ("fine \(first)\na b c\n", "tokens:2:"), ("umlaut ä0123456789abcdef", "tokens:1:"),
            ("one \(first)\none \(first)\ntwo \(first)\n", "tokens:3:"),
        ]
    )
    func problems(text: String, part: String) {
        #expect {
            _ = try AccessTokens(parsing: text, file: "tokens")
        } throws: { error in
            guard let problem = (error as? ConfigurationError)?.problems.first else { return false }
            return problem.contains(part) && !problem.contains("0123456789")
        }
    }

    @Test("A file at the size limit is read; a longer one and other file types are rejected")
    func files() throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let end = "last \(Self.first)\n"
        let filling = String(repeating: "#", count: (1 << 20) - end.utf8.count - 1) + "\n"
        try directory.write(filling + end, to: "tokens")
        #expect(try TokenFile.read(directory.path("tokens")).client(of: Self.first.utf8) == Client(name: "last"))
        try directory.write("#" + filling + end, to: "tokens")
        #expect(throws: ConfigurationError.self) { try TokenFile.read(directory.path("tokens")) }
        #expect(throws: ConfigurationError.self) { try TokenFile.read(directory.path) }
        let status = unsafe mkfifo(directory.path("pipe"), 0o600)
        #expect(status == 0)
        #expect(throws: ConfigurationError.self) { try TokenFile.read(directory.path("pipe")) }
    }

    @Test(
        "An IPv6 network counts as one client",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::", "2001:db8:1:2::/64"), ("2001:db8:1:3::1", "2001:db8:1:3::/64"), ("::1", "::/64"),
        ]
    )
    func networks(address: String, name: String) throws {
        #expect(Client.network(of: try #require(IPAddress(parsing: address))) == name)
    }
}
