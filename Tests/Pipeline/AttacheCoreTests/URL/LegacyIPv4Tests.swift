import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LegacyIPv4Tests {
    private func read(_ text: String) -> LegacyIPv4 { LegacyIPv4(reading: Array(text.utf8)[...]) }

    @Test(
        "Every notation of the inet_aton grammar is an address",
        arguments: [
            (30, "127.0.0.1", 0x7F00_0001), (30, "127.255.255.254", 0x7FFF_FFFE), (31, "127.1", 0x7F00_0001),
            (31, "127.0.1", 0x7F00_0001), (31, "1.65535", 0x0100_FFFF), (31, "1.16777215", 0x01FF_FFFF),
            (31, "1.2.65535", 0x0102_FFFF), (32, "2130706433", 0x7F00_0001), (33, "0x7f000001", 0x7F00_0001),
            (33, "0x7f.1", 0x7F00_0001), (34, "0177.0.0.1", 0x7F00_0001), (34, "017700000001", 0x7F00_0001),
            (34, "0000000000000000177.1", 0x7F00_0001), (35, "0", 0), (35, "00", 0), (35, "0x0", 0),
            (35, "0.1.2.3", 0x0001_0203), (37, "4294967295", 0xFFFF_FFFF), (38, "134744072", 0x0808_0808),
        ] as [(Int, String, UInt32)]
    )
    func addresses(case number: Int, text: String, address: UInt32) {
        #expect(read(text) == .address(address))
    }

    @Test(
        "Numeric text that is not an address is rejected",
        arguments: [
            (34, "08.0.0.1"), (34, "0178"), (36, "127..1"), (36, "127.0.0.1."), (36, ".127.0.0.1"), (36, "0x7f..1"),
            (36, "1."), (36, "0x"), (36, "0x.1"), (37, "256.1.1.1"), (37, "1.2.3.256"), (37, "4294967296"),
            (37, "1.16777216"), (37, "1.2.65536"), (37, "0x100000000"), (37, "99999999999999999999999999"),
        ]
    )
    func malformed(case number: Int, text: String) {
        #expect(read(text) == .malformed)
    }

    @Test(
        "Other text is a name",
        arguments: [
            (37, "1.2.3.4.5"), (37, "123.example"), (37, "0x7g"), (37, "1.2.3.4a"), (37, "0xg.1"), (37, "face"),
            (37, "1e3"), (37, "-1"), (37, "1.2.3.4.5."),
        ]
    )
    func names(case number: Int, text: String) {
        #expect(read(text) == .name)
    }
}
