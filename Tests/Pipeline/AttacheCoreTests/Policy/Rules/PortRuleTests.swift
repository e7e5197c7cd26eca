import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PortRuleTests {
    private func codes(_ text: String, _ egress: EgressPolicy = EgressPolicy()) throws -> [ReasonCode] {
        try PortRule().reasons(for: .reading(text), in: .testing(egress: egress)).map(\.code)
    }

    @Test(
        "Ports of other services are rejected (cases 24 and 79)",
        arguments: [22, 25, 79, 81, 442, 444, 5432, 6379, 8080, 11211, 65535]
    )
    func closed(port: Int) throws {
        #expect(try codes("https://h.example:\(port)/") == [.urlPort])
    }

    @Test("443 and 80 are open for either scheme", arguments: ["https://h.example/", "http://h.example:443/"])
    func open(text: String) throws {
        #expect(try codes(text).isEmpty)
        #expect(try codes("http://h.example/").isEmpty)
    }

    @Test("An allowed port is open, the adjacent one is not")
    func allowedPort() throws {
        let egress = EgressPolicy(allowedPorts: [8443])
        #expect(try codes("https://h.example:8443/", egress).isEmpty)
        #expect(try codes("https://h.example:8444/", egress) == [.urlPort])
    }

    @Test("A port allowed for a host is open for that host only")
    func allowedHost() throws {
        let egress = EgressPolicy(allowedHosts: [HostAllowance(name: "h.example", port: 8443)])
        #expect(try codes("https://h.example:8443/", egress).isEmpty)
        #expect(try codes("https://i.example:8443/", egress) == [.urlPort])
        #expect(try codes("https://h.example:8444/", egress) == [.urlPort])
    }

    @Test("A port allowed for addresses is open for them, and undecided for names until they are resolved")
    func allowedAddress() throws {
        let egress = EgressPolicy(allowedAddresses: [try AddressAllowance(parsing: "10.0.0.0/8:8080")])
        #expect(try codes("http://10.1.2.3:8080/", egress).isEmpty)
        #expect(try codes("http://[::ffff:10.1.2.3]:8080/", egress).isEmpty)
        #expect(try codes("http://11.1.2.3:8080/", egress) == [.urlPort])
        #expect(try codes("http://10.1.2.3:8081/", egress) == [.urlPort])
        #expect(try codes("http://h.example:8080/", egress).isEmpty)
        #expect(try codes("http://h.example:8081/", egress) == [.urlPort])
    }
}
