import AttacheTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FixedGuesserTests {
    @Test("It says the same of everything and remembers how much it was shown", arguments: ["image/png", nil])
    func same(answer: String?) async {
        let guesser = FixedGuesser(answer)
        #expect(await guesser.mimeType(of: [1, 2]) == answer)
        #expect(await guesser.mimeType(of: []) == answer)
        #expect(guesser.prefixLengths == [2, 0])
    }
}
