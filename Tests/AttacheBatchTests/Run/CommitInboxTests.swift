import AttacheCore
import Ledger
import Testing

@testable import AttacheBatch

@Suite("Gathering what is committed together", .timeLimit(.minutes(1)))
struct CommitInboxTests {
    private static let input = BatchSamples.input(1)

    @Test("What is there is one group, and the next is what came since")
    func groups() async {
        let inbox = CommitInbox()
        inbox.put([BatchSamples.finished(0, of: Self.input), BatchSamples.finished(1, of: Self.input)])
        inbox.put([BatchSamples.finished(2, of: Self.input)], marks: [BatchSamples.mark(3, of: Self.input)])
        let first = await inbox.next()
        #expect(first?.items.map(\.item.sequence) == [0, 1, 2])
        #expect(first?.marks.count == 1)
        inbox.put([BatchSamples.finished(3, of: Self.input)])
        inbox.close()
        #expect(await inbox.next()?.items.map(\.item.sequence) == [3])
        #expect(await inbox.next() == nil)
    }

    @Test("Whoever waits gets what comes, and the end")
    func waiting() async {
        let inbox = CommitInbox()
        let waiter = Task {
            var sequences: [Int] = []
            while let group = await inbox.next() { sequences += group.items.map(\.item.sequence) }
            return sequences
        }
        for sequence in 0..<100 {
            inbox.put([BatchSamples.finished(sequence, of: Self.input)])
            if sequence.isMultiple(of: 7) { await Task.yield() }
        }
        inbox.close()
        #expect(await waiter.value == Array(0..<100))
    }

    @Test("Nothing is no group")
    func empty() async {
        let inbox = CommitInbox()
        inbox.put([])
        inbox.close()
        #expect(await inbox.next() == nil)
    }
}
