import AttacheCore
import AttacheTesting
import MediaStore
import TestWidth
import Testing

/// Beside the digests of the test support, which are written by hand.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RunningDigestTests {
    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) } }

    private func expected(_ bytes: some Sequence<UInt8>) -> String { SHA256Digest(of: Array(bytes)).hexadecimal }

    @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 1000])
    func aDigestIsTheSameInOnePieceAndInMany(_ count: Int) {
        let bytes = bytes(count)
        #expect(HexText.of(RunningDigest.of(bytes)) == expected(bytes))
        for size in [1, 3, 64, 1001] {
            var digest = RunningDigest()
            for start in stride(from: 0, to: count, by: size) { digest.update(bytes[start..<min(count, start + size)]) }
            #expect(HexText.of(digest.value) == expected(bytes))
            #expect(digest.byteCount == count)
        }
    }

    @Test func aDigestIsReadAtAnyPointAndContinued() {
        let bytes = bytes(300)
        var digest = RunningDigest()
        for end in stride(from: 0, through: 300, by: 30) {
            #expect(HexText.of(digest.value) == expected(bytes.prefix(end)))
            digest.update(bytes.dropFirst(end).prefix(30))
        }
    }

    @Test func copiesContinueByThemselves() async {
        var digest = RunningDigest()
        digest.update([1])
        let start = digest
        let all = await withTaskGroup(of: String.self) { group in
            for number in UInt8(0)..<16 {
                group.addTask {
                    var copy = start
                    copy.update([number])
                    return HexText.of(copy.value)
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(all == Set((UInt8(0)..<16).map { expected([1, $0]) }))
        #expect(HexText.of(start.value) == expected([1]))
        digest.update([2])
        #expect(HexText.of(digest.value) == expected([1, 2]))
    }
}
