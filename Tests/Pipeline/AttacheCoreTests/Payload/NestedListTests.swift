import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct NestedListTests {
    /// Lists in lists are no request; their cost is that of their length.
    @Test(arguments: [1, 2, 26, 500])
    func nestedListsAreRejectedAtOnce(_ depth: Int) {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let item = InputItem(source: "push.json", content: .bytes(Array(text.utf8)), arrival: .now)
        guard case .failure(let refusal) = PayloadReader().read(item) else { return #expect(Bool(false)) }
        #expect(!refusal.reasons.isEmpty)
    }
}
