import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct FixedTypeDetectorTests {
    @Test("It returns the same type for every file and records the number of bytes", arguments: ["image/png", nil])
    func same(answer: String?) async {
        let detector = FixedTypeDetector(answer)
        #expect(await detector.mimeType(of: [1, 2]) == answer)
        #expect(await detector.mimeType(of: []) == answer)
        #expect(detector.prefixLengths == [2, 0])
    }
}
