import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct IPAddressDescriptionTests {
    @Test(
        "Addresses are written as RFC 5952 specifies",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("::", "::"), ("0:0:0:0:0:0:0:1", "::1"),
            ("1::0", "1::"), ("2001:0DB8::0001", "2001:db8::1"),
            // The longest run is shortened, the first of equal runs, and never a single group.
            ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
            ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("::ffff:7f00:1", "::ffff:127.0.0.1"),
            ("64:ff9b::1.2.3.4", "64:ff9b::102:304"), ("0:0:1::", "0:0:1::"),
        ]
    )
    func canonical(text: String, wanted: String) throws {
        let address = try #require(IPAddress(parsing: text))
        #expect(address.description == wanted)
        #expect(IPAddress(parsing: wanted) == address)
    }

    @Test("Only a mapped address represents an IPv4 address")
    func unmapped() {
        #expect(IPAddress(parsing: "::ffff:1.2.3.4")?.unmapped == .v4(0x0102_0304))
        #expect(IPAddress(parsing: "::1.2.3.4")?.unmapped == IPAddress(parsing: "::1.2.3.4"))
        #expect(IPAddress.v4(1).unmapped == .v4(1))
    }
}
