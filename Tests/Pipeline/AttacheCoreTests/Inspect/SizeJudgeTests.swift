import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct SizeJudgeTests {
    @Test(arguments: [(10_485_760, true), (10_485_761, false)])
    func exactLimitPasses(_ byteCount: Int, passes: Bool) {
        let reason = SizeJudge.refusal(byteCount: byteCount, kind: .image, limit: 10_485_760)
        #expect((reason == nil) == passes)
        #expect(reason?.apple == (passes ? nil : AppleError.notification(102)))
    }

    @Test(arguments: [(10_000_000, false), (10_000_001, true)])
    func sizeAboveSmallerUnitWarns(_ byteCount: Int, warns: Bool) {
        let rule = TypeRule(extensions: ["png"], limit: 10_485_760, warn: 10_000_000)
        #expect((SizeJudge.warning(byteCount: byteCount, rule: rule)?.code == .sizeBorderline) == warns)
    }
}
