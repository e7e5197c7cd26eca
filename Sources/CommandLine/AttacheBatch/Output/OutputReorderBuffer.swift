import AttacheCore
import AttacheDatabase
import MediaStore
import SystemPackage

/// The growing output of one input; writes results in the order of their items.
///
/// Results that are finished out of order wait in the ledger; some of them also stay in memory, within a budget, to
/// avoid reading them back.
struct OutputReorderBuffer {
    struct Piece {
        var bytes: [UInt8]
        var entry: LedgerGroup.Entry
        /// Whether more results may be next in order after this commit.
        var hasMore: Bool
    }

    /// The limit of recalled bytes in a piece, in addition to the results just added.
    static let pieceLimit = 1 << 20

    let input: BatchInput
    private(set) var state: InputState
    private var held: [Int: PendingLine] = [:]
    /// The number of results that wait only in the ledger.
    private var storedCount: Int
    /// Sequence numbers of out-of-order results that are not in the ledger yet.
    private var early: [Int] = []
    private var end: BatchChunk.Checkpoint?
    private var entry: LedgerGroup.Entry
    private var pending: [UInt8] = []

    /// Starts where an earlier run ended; `storedCount` results of that run wait in the ledger.
    init(_ input: BatchInput, storedCount: Int) {
        self.input = input
        self.storedCount = storedCount
        state = input.state
        entry = LedgerGroup.Entry(state: input.state)
    }

    var waitingCount: Int { held.count + storedCount }

    /// Adds a finished item; `budget` limits the memory of waiting results.
    mutating func add(_ finished: CompletedItem, budget: inout ReorderBudget) {
        let item = finished.item
        if let row = finished.row {
            if finished.isFault { state.hasFault = true }
            entry.items.append(row)
        }
        if item.sequence == state.itemCount {
            pending += finished.line
            advance(line: item.line, end: item.end)
        } else {
            held[item.sequence] = PendingLine(
                sequence: item.sequence,
                line: item.line,
                end: item.end,
                bytes: finished.line
            )
            budget.count += finished.line.count
            early.append(item.sequence)
        }
    }

    /// Adds a later checkpoint of the input.
    mutating func add(_ checkpoint: BatchChunk.Checkpoint) {
        // A finished item has its checkpoint here, so the furthest checkpoint covers waiting items too.
        if checkpoint.digest.byteCount >= state.digestedCount {
            state.digest = checkpoint.digest.value
            state.digestedCount = checkpoint.digest.byteCount
        }
        state.stamp = checkpoint.stamp
        if checkpoint.isEnd { end = checkpoint }
    }

    /// Returns the next results in order, up to the size of one piece, to be written and committed before the next
    /// call. `recall` reads consecutive waiting results from the ledger, from a sequence number on and up to a number
    /// of bytes, at least one; none when the first is missing.
    mutating func flush(
        budget: inout ReorderBudget,
        recalling recall: (_ sequence: Int, _ byteLimit: Int) throws(DatabaseFailure) -> [PendingLine]
    ) throws(DatabaseFailure) -> Piece {
        let limit = pending.count + Self.pieceLimit
        while pending.count < limit {
            if let next = held.removeValue(forKey: state.itemCount) {
                budget.count -= next.bytes.count
                put(next)
                continue
            }
            let lines = storedCount > 0 ? try recall(state.itemCount, limit - pending.count) : []
            guard !lines.isEmpty else { break }
            for line in lines {
                if let known = held.removeValue(forKey: line.sequence) {
                    budget.count -= known.bytes.count
                } else {
                    storedCount -= 1
                }
                put(line)
            }
        }
        let hasMore = pending.count >= limit
        completeIfEnded()
        hold(&budget)
        defer {
            pending = []
            entry = LedgerGroup.Entry(state: state)
        }
        state.writtenCount += pending.count
        entry.state = state
        return Piece(bytes: pending, entry: entry, hasMore: hasMore)
    }

    /// Marks the output as renamed into place.
    mutating func name() -> LedgerGroup.Entry {
        state.stage = .done
        return LedgerGroup.Entry(state: state)
    }

    private mutating func completeIfEnded() {
        guard let end, end.itemCount <= state.itemCount else { return }
        state.consumedCount = end.digest.byteCount
        state.stage = .unnamed
        state.kept = nil
        self.end = nil
    }

    /// Moves waiting results to the ledger, and keeps them in memory within the budget.
    private mutating func hold(_ budget: inout ReorderBudget) {
        for sequence in early {
            guard let line = held[sequence] else { continue }
            entry.waiting.append(line)
            guard budget.isExceeded else { continue }
            held[sequence] = nil
            budget.count -= line.bytes.count
            storedCount += 1
        }
        early = []
    }

    private mutating func put(_ next: PendingLine) {
        pending += next.bytes
        advance(line: next.line, end: next.end)
    }

    private mutating func advance(line: Int, end: Int) {
        state.itemCount += 1
        state.line = line
        state.consumedCount = end
    }
}

/// The memory used by waiting results, over all outputs; the ledger also has them.
struct ReorderBudget {
    static let limit = 2 << 20

    var count = 0

    var isExceeded: Bool { count > Self.limit }
}
