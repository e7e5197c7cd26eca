import Attache
import AttacheCore

/// Does the work on the items of a run, side by side.
struct BatchWork: Sendable {
    let attache: Attache
    let format: @Sendable (RewriteResult) -> [UInt8]
    let turns: MediaTurns
    let window: BatchWindow
    let inbox: CommitInbox

    /// Ends everything that has not got its turn yet.
    func stop() {
        window.close()
        turns.close()
    }

    /// Works on a unit until its last item is finished or dropped.
    func work(on unit: BatchUnit) async {
        inbox.put([], marks: unit.marks)
        await withDiscardingTaskGroup { group in
            for item in unit.items {
                window.beginWaiting()
                group.addTask { await work(on: item) }
            }
        }
    }

    private func work(on item: BatchItem) async {
        defer { window.endWaiting() }
        // Its time begins with its turn: what came before is this run's affair, not the phone's.
        guard await turns.take("") else { return window.drop(item) }
        let result = await attache.process(
            InputItem(source: item.source, content: item.content, arrival: attache.time.now)
        )
        turns.leave("")
        inbox.put([FinishedItem(item: item, record: ItemRecord(result), line: format(result))])
    }
}
