import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct IPAddressParsingTests {
    @Test(
        "Strict notation is parsed",
        arguments: [
            ("0.0.0.0", .v4(0)), ("255.255.255.255", .v4(.max)), ("192.0.2.1", .v4(0xC000_0201)),
            ("::", .v6(high: 0, low: 0)), ("::1", .v6(high: 0, low: 1)), ("1::", .v6(high: 1 << 48, low: 0)),
            ("2001:DB8::a:0:1", .v6(high: 0x2001_0DB8_0000_0000, low: 0x0000_000A_0000_0001)),
            ("1:2:3:4:5:6:7:8", .v6(high: 0x0001_0002_0003_0004, low: 0x0005_0006_0007_0008)),
            ("1:2:3:4:5:6:7::", .v6(high: 0x0001_0002_0003_0004, low: 0x0005_0006_0007_0000)),
            ("::2:3:4:5:6:7:8", .v6(high: 0x0000_0002_0003_0004, low: 0x0005_0006_0007_0008)),
            ("::ffff:1.2.3.4", .v6(high: 0, low: 0xFFFF_0102_0304)),
            ("1:2:3:4:5:6:1.2.3.4", .v6(high: 0x0001_0002_0003_0004, low: 0x0005_0006_0102_0304)),
            ("::1.2.3.4", .v6(high: 0, low: 0x0102_0304)),
        ] as [(String, IPAddress)]
    )
    func valid(text: String, address: IPAddress) {
        #expect(IPAddress(parsing: text) == address)
    }

    @Test(
        "Other text is rejected",
        arguments: [
            "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.04", "1.2.3.0x4", "1..3.4", "1.2.3.4 ", "+1.2.3.4",
            ":", ":::", "1:", ":1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "1:2:3:4:5:6:7:8::", "12345::",
            "g::", "::1%lo", "[::1]", "::1.2.3", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "1:::2", "::1:",
            "1:2:3:4::5:6:7:8", "::01.2.3.4", "１.2.3.4",
        ]
    )
    func invalid(text: String) {
        #expect(IPAddress(parsing: text) == nil)
    }
}
