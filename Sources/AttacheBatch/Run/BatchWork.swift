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
        var finished: [FinishedItem] = []
        var left: [(item: BatchItem, prepared: PreparedItem)] = []
        let now = attache.time.now
        for item in unit.items {
            if item.isKept, case .bytes(let line) = item.content {
                finished.append(FinishedItem(kept: line, of: item, readCount: unit.share(of: item)))
                continue
            }
            let input = InputItem(
                source: item.input.entry.source,
                line: item.line == 0 ? nil : item.line,
                content: item.content,
                arrival: now
            )
            switch attache.pipeline.begin(input) {
            case .finished(let result): finished.append(self.finished(item, result, of: unit, hasTurn: false))
            case .needsMedia(let prepared): left.append((item, prepared))
            }
        }
        inbox.put(finished, marks: unit.marks)
        await withDiscardingTaskGroup { group in
            for (item, prepared) in left {
                window.beginWaiting()
                group.addTask { await wait(for: prepared, of: item, in: unit) }
            }
        }
    }

    private func wait(for prepared: PreparedItem, of item: BatchItem, in unit: BatchUnit) async {
        defer { window.endWaiting() }
        let host = prepared.host
        guard await turns.take(host) else { return window.drop(item) }
        // Its time begins with its turn: what came before is this run's affair, not the phone's.
        let result = await attache.pipeline.finish(prepared.arriving(at: attache.time.now))
        turns.leave(host)
        inbox.put([finished(item, result, of: unit, hasTurn: true)])
    }

    private func finished(
        _ item: BatchItem,
        _ result: RewriteResult,
        of unit: BatchUnit,
        hasTurn: Bool
    ) -> FinishedItem {
        FinishedItem(
            item: item,
            record: ItemRecord(result),
            line: format(result),
            hasTurn: hasTurn,
            readCount: unit.share(of: item)
        )
    }
}
