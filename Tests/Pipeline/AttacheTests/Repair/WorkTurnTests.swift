import AttacheSystem
import TestWidth
import Testing

@testable import MediaRepair

/// Work that waits for a thread ends with the time of its payload; work that runs uses files, and is waited for.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct WorkTurnTests {
    @Test func queuedWorkIsLeft() async throws {
        let stop = try StopSignal()
        let turn = WorkTurn<Int>(stop)
        turn.end()
        #expect(await turn.value() == nil)
        var hasRun = false
        turn.run {
            hasRun = true
            return 1
        }
        #expect(!hasRun)
    }

    @Test func runningWorkIsWaitedFor() async {
        let turn = WorkTurn<Int>(nil)
        turn.run {
            turn.end()
            return 7
        }
        #expect(await turn.value() == 7)
    }

    @Test func cancelledTaskLeavesQueuedWork() async {
        let turn = WorkTurn<Int>(nil)
        let task = Task { await turn.value() }
        task.cancel()
        #expect(await task.value == nil)
    }
}
