import TestWidth
import Testing

@testable import AttacheCore

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ByteSizeTextTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1001, "1.0 KiB"), (1024, "1 KiB"),
        (10_000_000, "10 MB"), (10_485_760, "10 MiB"), (10_202_548, "9.7 MiB"), (10_485_761, "10.0 MiB"),
        (1_048_523, "1.0 MiB"), (48_211, "47.1 KiB"), (52_428_800, "50 MiB"), (5_120_000, "4.9 MiB"),
    ])
    func sizeIsForPeople(_ byteCount: Int, _ text: String) {
        #expect(ByteSize(byteCount: byteCount).text == text)
    }

    @Test(arguments: [
        (10_485_761, 10_485_760, "10.0 MiB (10485761 bytes)"), (11_954_022, 10_485_760, "11.4 MiB"),
        (10_106_578, 10_000_000, "10.1 MB"), (10_000_001, 10_000_000, "10.0 MB (10000001 bytes)"),
        (10_000_000, 10_000_000, "10.0 MB"), (512, 10_000_000, "512 bytes"),
    ])
    func sizeBesideALimitHasItsUnits(_ byteCount: Int, limit: Int, _ text: String) {
        #expect(ByteSize(byteCount: byteCount).text(beside: ByteSize(byteCount: limit)) == text)
    }

    @Test(arguments: [(10_000_000, false), (10_000_001, true), (10_485_760, true), (10_485_761, false)])
    func borderlineWarnsOnlyBelowTheLimit(_ byteCount: Int, warns: Bool) {
        let rule = TypeRule(extensions: ["png"], limit: 10_485_760, warn: 10_000_000)
        #expect((SizeJudge.warning(byteCount: byteCount, rule: rule) != nil) == warns)
        #expect(
            (SizeJudge.refusal(byteCount: byteCount, kind: .image, limit: 10_485_760) != nil)
                == (byteCount > 10_485_760)
        )
    }
}
