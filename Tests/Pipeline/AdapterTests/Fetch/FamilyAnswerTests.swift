import AttacheCore
import CurlFetch
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct FamilyAnswerTests {
    private static let four = IPAddress.v4(0x0102_0304)
    private static let six = IPAddress.v6(high: 0x2600 << 48, low: 1)

    @Test(arguments: [
        ([FamilyAnswer.addresses([six]), .addresses([four])], ResolveResult.addresses([six, four])),
        ([.addresses([]), .addresses([four])], .addresses([four])),
        ([.addresses([]), .addresses([])], .notFound),
        ([.notFound, .notFound], .notFound),
        ([.failed("timeout"), .addresses([four])], .failed(detail: "timeout")),
    ])
    func answersOfBothFamiliesAreCombined(_ answers: [FamilyAnswer], result: ResolveResult) {
        #expect(FamilyAnswer.combine(answers, limit: 256) == result)
    }

    @Test(arguments: [(256, true), (257, false)])
    func addressesAreLimited(_ count: Int, isKnown: Bool) {
        let addresses = (0..<count).map { IPAddress.v4(UInt32($0)) }
        let result = FamilyAnswer.combine([.addresses([]), .addresses(addresses)], limit: 256)
        #expect((result == .addresses(addresses)) == isKnown)
    }
}
