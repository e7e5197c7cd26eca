import AttacheCore
import AttacheSystem

/// Bounds what is read and not committed yet, whatever the input: reading waits while disk or network are behind.
final class BackpressureGate: Sendable {
    /// Bytes that open items may take, beyond the unit that was read last.
    static let byteLimit = 6 << 20
    /// Items that wait for media at once: enough that hosts can take turns.
    static let waitingLimit = 1024
    /// Results that wait in the ledger for one that stands before them: enough for some seconds at full speed. The next
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
                // Without open items, what the others wait for has not been read yet.
                && (outOfOrderCount < BackpressureGate.outOfOrderLimit || byteCount == 0)
        }
    }

    private let state = Locked(State())

    /// Waits until more may be read.
    ///
    /// - Returns: `false` when nothing more is to be read.
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

    /// Items have been read.
    func enter(_ items: [BatchItem]) {
        state.withLock { $0.byteCount += items.reduce(0) { $0 + $1.cost } }
    }

    /// Items have been committed.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - behind: How many results now wait in the ledger for one that stands before them.
    func leave(_ items: [BatchItem], behind: Int) {
        change { state in
            state.byteCount -= items.reduce(0) { $0 + $1.cost }
            state.outOfOrderCount = behind
        }
    }

    /// An item is left for another run.
    func drop(_ item: BatchItem) {
        change { state in
            state.byteCount -= item.cost
            state.hasDropped = true
        }
    }

    /// Whether items were left for another run.
    var hasDropped: Bool { state.withLock { $0.hasDropped } }

    /// An item begins to wait for its media.
    func beginWaiting() { state.withLock { $0.waitingCount += 1 } }

    /// An item has its media, or does without.
    func endWaiting() { change { $0.waitingCount -= 1 } }

    /// Nothing more is to be read.
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
    /// What it takes in memory, roughly: the payload, its parsed form, its result, and what is made for every item.
    fileprivate var cost: Int {
        if case .bytes(let bytes) = content { bytes.count * 6 + 2048 } else { 2048 }
    }
}
