import AttacheCore
import AttacheDatabase
import AttacheTesting
import MediaStore
import SystemPackage
import Testing

@testable import AttacheBatch

@Suite("Groups that are committed together", .timeLimit(.minutes(5)))
struct CommitQueueTests {
    private let clock = ManualClock()
    private let queue: CommitQueue

    init() {
        queue = CommitQueue(enough: 3, delay: .milliseconds(10), time: clock)
    }

    private static func items(_ count: Int) -> [CompletedItem] {
        let input = BatchInput(
            InputEntry(
                name: "a.ndjson",
                source: "a.ndjson",
                place: .standardInput,
                framing: .lines,
                compression: nil,
                output: "a.ndjson"
            ),
            state: InputState(number: 1)
        )
        return (0..<count).map { number in
            CompletedItem(
                item: BatchItem(input: input, sequence: number, line: number + 1, end: 0, content: .bytes([])),
                record: ItemRecord(source: "a.ndjson", outcome: .untouched),
                line: [],
                holdsPermit: false,
                readCount: 0
            )
        }
    }

    @Test("A small group waits for more until its patience ends, and not a moment longer")
    func delay() async {
        queue.put(Self.items(1))
        async let group = queue.next()
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(9))
        queue.put(Self.items(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await group?.items.count == 2)
    }

    @Test("A group that is large enough goes at once")
    func enough() async {
        queue.put(Self.items(2))
        async let group = queue.next()
        await clock.waitForSleepers(1)
        queue.put(Self.items(1))
        #expect(await group?.items.count == 3)
        queue.put(Self.items(3))
        #expect(await queue.next()?.items.count == 3)
    }

    @Test("The end waits for nothing, and comes after the last group")
    func end() async {
        queue.put(Self.items(1))
        queue.close()
        #expect(await queue.next()?.items.count == 1)
        #expect(await queue.next()?.items.count == nil)
    }
}
