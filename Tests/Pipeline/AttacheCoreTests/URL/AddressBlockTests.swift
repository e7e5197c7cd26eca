import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct AddressBlockTests {
    @Test(
        "A block contains its first and last address and not the adjacent ones",
        arguments: [
            ("10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
            ("192.0.2.7/32", "192.0.2.7", "192.0.2.7", "192.0.2.6", "192.0.2.8"),
            ("192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.6", "192.0.2.8"),
            ("172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
            ("fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe7f::", "fec0::"),
            ("2001:db8::/64", "2001:db8::", "2001:db8::ffff:ffff:ffff:ffff", "2001:db7:ffff:ffff::", "2001:db8:0:1::"),
            ("64:ff9b::/96", "64:ff9b::", "64:ff9b::255.255.255.255", "64:ff9a::", "64:ff9b::1:0:0"),
            ("::1/128", "::1", "::1", "::", "::2"),
        ]
    )
    func edges(text: String, first: String, last: String, before: String, after: String) throws {
        let block = try #require(AddressBlock(parsing: text))
        #expect(try block.contains(#require(IPAddress(parsing: first))))
        #expect(try block.contains(#require(IPAddress(parsing: last))))
        #expect(try !block.contains(#require(IPAddress(parsing: before))))
        #expect(try !block.contains(#require(IPAddress(parsing: after))))
    }

    @Test("A block with prefix length 0 contains its whole family and nothing of the other")
    func everything() throws {
        let ipv4 = try #require(AddressBlock(parsing: "0.0.0.0/0"))
        let ipv6 = try #require(AddressBlock(parsing: "::/0"))
        let other = IPAddress.v6(high: .max, low: .max)
        #expect(ipv4.contains(.v4(.max)) && ipv4.contains(.v4(0)) && !ipv4.contains(other))
        #expect(ipv6.contains(other) && ipv6.contains(.v6(high: 0, low: 0)) && !ipv6.contains(.v4(0)))
    }

    @Test(
        "Invalid text is rejected",
        arguments: [
            "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "::/129", "10/8", "/8",
            "10.0.0.0/0008", "[::]/8",
        ]
    )
    func invalid(text: String) {
        #expect(AddressBlock(parsing: text) == nil)
    }

    @Test(
        "Bits beyond the prefix are cleared",
        arguments: [
            ("10.1.2.3/8", "10.0.0.0/8"), ("2001:db8::1/32", "2001:db8::/32"), ("::1:2:3:4/80", "::1:0:0:0/80"),
        ]
    )
    func clearing(text: String, wanted: String) {
        #expect(AddressBlock(parsing: text)?.description == wanted)
    }
}
