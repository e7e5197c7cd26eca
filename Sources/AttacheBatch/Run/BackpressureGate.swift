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
        var reader: CheckedContinuation<Void, Never>?

        var hasRoom: Bool {
            byteCount < BackpressureGate.byteLimit && waitingCount < BackpressureGate.waitingLimit
                // Without open items, the item that the others wait for has not been read yet.
                && (outOfOrderCount < BackpressureGate.outOfOrderLimit || byteCount == 0)
        }
    }

    private let state = Locked(State())

    /// Waits until more may be read; returns `false` when reading must end.
    func waitForRoom() async -> Bool {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.isClosed || state.hasRoom { return true }
                state.reader = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return state.withLock { !$0.isClosed }
    }

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
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            body(&state)
            guard state.isClosed || state.hasRoom else { return nil }
            defer { state.reader = nil }
            return state.reader
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
