import AttacheTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FixedTypeDetectorTests {
    @Test("It says the same of everything and remembers how much it was shown", arguments: ["image/png", nil])
    func same(answer: String?) async {
        let detector = FixedTypeDetector(answer)
        #expect(await detector.mimeType(of: [1, 2]) == answer)
        #expect(await detector.mimeType(of: []) == answer)
        #expect(detector.prefixLengths == [2, 0])
    }
}
