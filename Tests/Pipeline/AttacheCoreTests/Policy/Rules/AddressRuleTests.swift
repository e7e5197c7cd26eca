import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct AddressRuleTests {
    private func reasons(_ text: String, _ egress: EgressPolicy = EgressPolicy()) throws -> [Reason] {
        try AddressRule().reasons(for: .reading(text), in: .testing(egress: egress))
    }

    @Test(
        "Addresses in the URL are checked in any notation",
        arguments: [
            (15, "http://%31%32%37.0.0.1/"), (18, "http://１２７.０.０.１/"), (30, "http://127.0.0.1/"),
            (31, "http://127.1/"), (32, "http://2130706433/"), (33, "http://0x7f.1/"), (34, "http://0177.0.0.1/"),
            (35, "http://0/"), (36, "http://127.0.0.1/8"), (40, "http://2852039166/"), (45, "http://[::]/"),
            (45, "http://[::1]/"), (46, "http://[::ffff:7f00:1]/"), (47, "http://[::127.0.0.1]/"),
            (47, "http://[::ffff:0:127.0.0.1]/"), (48, "http://[64:ff9b::a9fe:a9fe]/"), (49, "http://[2002:7f00:1::]/"),
            (50, "http://[2001:0:a00:1::1]/"), (51, "http://[2606:4700::5efe:10.0.0.1]/"),
            (53, "http://[fd00:ec2::254]/"), (54, "http://[2001:db8::1]/"), (55, "http://[3ffe::1]/"),
        ]
    )
    func denied(case number: Int, text: String) throws {
        #expect(try reasons(text).map(\.code) == [.egressAddressDenied])
    }

    @Test(
        "Public addresses and names pass",
        arguments: [
            (38, "https://134744072/"), (46, "https://[::ffff:8.8.8.8]/"), (38, "https://[2606:4700::1]/"),
            (57, "https://h.example/"),
        ]
    )
    func permitted(case number: Int, text: String) throws {
        #expect(try reasons(text).isEmpty)
    }

    @Test("The message names the address and its purpose")
    func sentence() throws {
        let reason = try #require(try reasons("http://0x7f.1/").first)
        #expect(reason.message == GoldenMessages["egress.loopback", ["address": "127.0.0.1"]])
        #expect(reason.fix?.contains("--allow-address") == true)
        let metadata = try #require(try reasons("http://169.254.169.254/").first)
        #expect(metadata.fix == GoldenMessages["egress.metadata.fix"])
    }

    @Test("An allowed address passes on its port, and another port is reported")
    func allowed() throws {
        let egress = EgressPolicy(allowedAddresses: [try AddressAllowance(parsing: "127.0.0.1:8080")])
        #expect(try reasons("http://127.0.0.1:8080/", egress).isEmpty)
        let message = GoldenMessages["egress.other-port", ["address": "127.0.0.1", "port": "8080"]]
        #expect(try reasons("http://127.0.0.1/", egress).first?.message == message)
        #expect(try reasons("http://127.0.0.2:8080/", egress).map(\.code) == [.egressAddressDenied])
    }
}
