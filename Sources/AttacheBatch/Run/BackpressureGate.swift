import AttacheCore
import AttacheSystem

/// Limits the items that are read but not committed: reading waits while the disk or the network is behind.
final class BackpressureGate: Sendable {
    /// The limit of bytes of open items, in addition to the last chunk read.
    static let byteLimit = 6 << 20
    /// The limit of items that wait for media; enough to alternate between hosts.
    static let waitingLimit = 1024
    /// The limit of results that wait in the ledger for an earlier one; enough for some seconds at full speed. The next
    /// run holds a number for each.
    static let outOfOrderLimit = 250_000

    private struct State {
        var byteCount = 0
        var outOfOrderCount = 0
        var waitingCount = 0
        var isClosed = false
        var hasDropped = false
        var reader: Waiter<Void>?

        var hasRoom: Bool {
            byteCount < BackpressureGate.byteLimit && waitingCount < BackpressureGate.waitingLimit
                // Without open items, the item that the others wait for has not been read yet.
                && (outOfOrderCount < BackpressureGate.outOfOrderLimit || byteCount == 0)
        }
    }

    private let state = Locked(State())

    /// Waits until more may be read; returns `false` when reading must end.
    func waitForRoom() async -> Bool {
        let reader = state.withLock { state -> Waiter<Void>? in
            if state.isClosed || state.hasRoom { return nil }
            state.reader = Waiter()
            return state.reader
        }
        await reader?.wait()
        return state.withLock { !$0.isClosed }
    }

    /// 1 while a reader waits, and 0 otherwise.
    var waiterCount: Int { state.withLock { $0.reader == nil ? 0 : 1 } }

    func enter(_ items: [BatchItem]) {
        state.withLock { $0.byteCount += items.reduce(0) { $0 + $1.cost } }
    }

    /// Removes committed items; `behind` is the number of results that now wait in the ledger for an earlier one.
    func leave(_ items: [BatchItem], behind: Int) {
        change { state in
            state.byteCount -= items.reduce(0) { $0 + $1.cost }
            state.outOfOrderCount = behind
        }
    }

    /// Removes an item that is left for another run.
    func drop(_ item: BatchItem) {
        change { state in
            state.byteCount -= item.cost
            state.hasDropped = true
        }
    }

    var hasDropped: Bool { state.withLock { $0.hasDropped } }

    func beginWaiting() { state.withLock { $0.waitingCount += 1 } }

    func endWaiting() { change { $0.waitingCount -= 1 } }

    func close() { change { $0.isClosed = true } }

    private func change(_ body: (inout State) -> Void) {
        let reader = state.withLock { state -> Waiter<Void>? in
            body(&state)
            return state.isClosed || state.hasRoom ? state.reader.take() : nil
        }
        reader?.resume()
    }
}

extension BatchItem {
    /// The approximate memory of an item: the payload, its parsed form, its result, and a fixed overhead.
    fileprivate var cost: Int {
        if case .bytes(let bytes) = content { bytes.count * 6 + 2048 } else { 2048 }
    }
}
