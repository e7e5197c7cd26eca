import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct AddressRegistryTests {
    private func isPublic(_ text: String) throws -> Bool {
        try AddressRegistry.classify(#require(IPAddress(parsing: text))) == .publicUnicast
    }

    @Test(
        "Addresses that are not public unicast are classified as such",
        arguments: [
            (30, "127.0.0.1"), (30, "127.255.255.254"), (35, "0.0.0.0"), (35, "0.1.2.3"), (39, "10.0.0.0"),
            (39, "172.16.0.0"), (39, "172.31.255.255"), (39, "192.168.0.0"), (39, "192.168.255.255"),
            (40, "169.254.169.254"), (40, "169.254.170.2"), (41, "100.64.0.0"), (41, "100.127.255.255"),
            (41, "100.100.100.200"), (42, "192.0.0.192"), (42, "192.0.2.1"), (42, "198.18.0.1"), (42, "198.51.100.1"),
            (42, "203.0.113.1"), (42, "192.88.99.1"), (42, "192.88.99.2"), (42, "192.0.0.9"), (42, "192.0.0.10"),
            (43, "224.0.0.1"), (43, "239.255.255.255"), (43, "240.0.0.1"), (43, "255.255.255.255"),
            (44, "168.63.129.16"), (45, "::"), (45, "::1"), (46, "::ffff:127.0.0.1"), (46, "::ffff:a9fe:a9fe"),
            (47, "::127.0.0.1"), (47, "::8.8.8.8"), (47, "::ffff:0:127.0.0.1"), (47, "::ffff:0:8.8.8.8"),
            (48, "64:ff9b::a9fe:a9fe"), (48, "64:ff9b::10.0.0.1"), (48, "64:ff9b:1::8.8.8.8"), (48, "64:ff9b:1::"),
            (48, "64:ff9b::1:0:0"), (49, "2002:7f00:1::"), (49, "2002:a9fe:a9fe::"), (49, "2002:808:808::1"),
            (50, "2001::1"), (50, "2001:0:808:808::1"), (51, "2606:4700::5efe:10.0.0.1"),
            (51, "2606:4700::200:5efe:10.0.0.1"), (51, "fe80::5efe:8.8.8.8"), (51, "fe80::5efe:10.0.0.1"),
            (53, "fd00:ec2::254"), (53, "fc00::1"), (53, "fdff::1"), (53, "fec0::1"), (53, "feff::1"),
            (53, "ff02::1"), (53, "fe80::1"), (54, "2001:db8::1"), (54, "3fff::1"), (54, "100::1"),
            (54, "100:0:0:1::1"), (54, "5f00::1"), (54, "2001:20::1"), (54, "2001:30::1"), (54, "2001:1::1"),
            (54, "2001:1::2"), (54, "2001:1::3"), (54, "2001:2::1"), (54, "2001:10::1"), (54, "2001:1ff:ffff::1"),
            (55, "1::1"), (55, "400::1"), (55, "3ffe::1"), (55, "2d00::1"), (55, "4000::1"), (55, "::2:0:0:1"),
        ]
    )
    func notPublic(case number: Int, text: String) throws {
        #expect(try !isPublic(text))
    }

    @Test(
        "Public addresses are classified as public",
        arguments: [
            (38, "8.8.8.8"), (39, "9.255.255.255"), (39, "11.0.0.0"), (39, "172.15.255.255"), (39, "172.32.0.0"),
            (39, "192.167.255.255"), (39, "192.169.0.0"), (41, "100.63.255.255"), (41, "100.128.0.0"),
            (42, "192.31.196.1"), (42, "192.52.193.1"), (42, "192.175.48.1"), (43, "223.255.255.255"),
            (44, "168.63.129.15"), (44, "168.63.129.17"), (46, "::ffff:8.8.8.8"), (48, "64:ff9b::8.8.8.8"),
            (51, "2606:4700::5efe:8.8.8.8"), (54, "2001:3::1"), (54, "2001:4:112::1"), (54, "2620:4f:8000::1"),
            (55, "2606:4700::1"), (55, "2a00:1450::1"), (55, "2001:200::1"), (55, "2c0f:ffff::1"),
        ]
    )
    func arePublic(case number: Int, text: String) throws {
        #expect(try isPublic(text))
    }

    /// The edges of every block, and the adjacent addresses, which must match another row.
    @Test("Every special block ends where the registry specifies")
    func edges() throws {
        for row in AddressRegistry.specialIPv4 + AddressRegistry.specialIPv6 {
            let (first, last) = row.block.edges
            for inside in [first, last] { #expect(row.block.contains(inside), "\(row.block)") }
            for beyond in [first.predecessor, last.successor] {
                #expect(!row.block.contains(beyond), "\(row.block)")
                if case .special(let other) = AddressRegistry.classify(beyond) { #expect(other != row) }
            }
            guard !row.isAdmitted else { continue }
            for inside in [first, last] {
                #expect(AddressRegistry.classify(inside) != .publicUnicast || row.name == "IPv4-mapped", "\(inside)")
            }
        }
    }

    @Test("Every allocation is public at its edges, unless a special block covers it")
    func allocationEdges() {
        for block in AddressRegistry.allocatedIPv6 {
            for address in [block.edges.first, block.edges.last] {
                switch AddressRegistry.classify(address) {
                case .publicUnicast, .special: break
                default: Issue.record("\(address) of \(block)")
                }
            }
        }
        #expect(AddressRegistry.classify(.v6(high: 0x2C0F_FFFF_FFFF_FFFF, low: .max)) == .publicUnicast)
        #expect(AddressRegistry.classify(.v6(high: 0x2C10_0000_0000_0000, low: 0)) == .unallocated)
    }

    @Test("Metadata services are found in every form that embeds them", arguments: AddressRegistry.metadataIPv4)
    func metadata(bits: UInt32) throws {
        let quad = IPAddress.v4(bits)
        let words = "\(String(bits >> 16, radix: 16)):\(String(bits & 0xFFFF, radix: 16))"
        let inverted = "\(String(~bits >> 16, radix: 16)):\(String(~bits & 0xFFFF, radix: 16))"
        let forms = [
            "\(quad)", "::ffff:\(quad)", "::\(quad)", "::ffff:0:\(quad)", "64:ff9b::\(quad)", "64:ff9b:1::\(quad)",
            "64:ff9b:1:2:3::\(quad)", "2002:\(words)::1", "2001:0:\(words)::1", "2001:0:1:2:3:4:\(inverted)",
            "2606:4700::5efe:\(quad)",
        ]
        for form in forms {
            let address = try #require(IPAddress(parsing: form))
            #expect(AddressRegistry.isMetadata(address), "\(form)")
            #expect(AddressRegistry.classify(address) != .publicUnicast, "\(form)")
        }
        for neighbour in [bits - 1, bits + 1] where !AddressRegistry.metadataIPv4.contains(neighbour) {
            #expect(!AddressRegistry.isMetadata(.v4(neighbour)))
        }
    }

    @Test(
        "No option allows a machine service of a cloud",
        arguments: [
            ("169.254.169.254", true), ("169.254.170.2", true), ("169.254.170.23", true), ("169.254.169.253", true),
            ("169.254.169.123", true), ("169.254.42.42", true), ("169.254.0.23", true), ("192.0.0.192", true),
            ("100.100.100.200", true), ("168.63.129.16", true), ("fd00:ec2::254", true), ("fd00:ec2::253", true),
            ("fd00:ec2::123", true), ("fd00:ec2::23", true), ("fd20:ce::254", true), ("fd00:42::42", true),
            ("fd00:c1::a9fe:a9fe", true), ("fd00:a9fe:a9fe::1", true), ("169.254.169.252", false),
            ("169.254.170.22", false), ("169.254.42.41", false), ("169.254.0.24", false), ("fd00:ec2::255", false),
            ("fd20:ce::253", false), ("fd00:42::43", false), ("fd00:a9fe:a9fe::2", false),
        ]
    )
    func clouds(_ text: String, isMetadata: Bool) throws {
        let address = try #require(IPAddress(parsing: text))
        var policy = EgressPolicy()
        policy.allowedAddresses = try ["0.0.0.0/0", "::/0"].map {
            try AddressAllowance(parsing: $0)
        }
        let refusal = policy.refusal(dialling: address, host: .address(address), port: 443)
        #expect((refusal != nil) == isMetadata)
        #expect((AddressRegistry.classify(address) == .metadata) == isMetadata)
    }

    @Test("Local NAT64 is decoded for every prefix length")
    func localTranslation() throws {
        for text in [
            "64:ff9b:1:a9fe:a9:fe00::", "64:ff9b:1:ffa9:fe:a9fe::", "64:ff9b:1:ffff:a9:fea9:fe00:0",
            "64:ff9b:1::a9fe:a9fe",
        ] {
            #expect(try AddressRegistry.isMetadata(#require(IPAddress(parsing: text))), "\(text)")
        }
    }
}
