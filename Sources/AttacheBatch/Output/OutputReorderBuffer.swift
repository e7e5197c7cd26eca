import AttacheCore
import AttacheDatabase
import MediaStore
import SystemPackage

/// The output of one input while it grows: puts results in the order of their items.
///
/// Results that are finished before their turn wait in the ledger; memory holds some of them too, as far as its budget
/// goes, so that they need not be read back.
struct OutputReorderBuffer {
    /// What is written and committed at once.
    struct Piece {
        /// The bytes to append to the output.
        var bytes: [UInt8]
        /// The news for the ledger.
        var entry: LedgerGroup.Entry
        /// Whether more may have its turn, once this is committed.
        var hasMore: Bool
    }

    /// Bytes of recalled results in a piece, beyond those that have just been added.
    static let pieceLimit = 1 << 20

    let input: BatchInput
    private(set) var state: InputState
    private var held: [Int: PendingLine] = [:]
    /// Results that wait in the ledger alone.
    private var storedCount: Int
    /// Places of results that have come before their turn and are not in the ledger yet.
    private var early: [Int] = []
    private var end: BatchChunk.Checkpoint?
    private var entry: LedgerGroup.Entry
    private var pending: [UInt8] = []

    /// Begins where an earlier run ended.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - storedCount: Results of the earlier run that wait in the ledger.
    init(_ input: BatchInput, storedCount: Int) {
        self.input = input
        self.storedCount = storedCount
        state = input.state
        entry = LedgerGroup.Entry(state: input.state)
    }

    /// Results that wait for their turn.
    var waitingCount: Int { held.count + storedCount }

    /// Takes a finished item in.
    ///
    /// - Parameters:
    ///   - finished: The item.
    ///   - budget: What memory holds of waiting results.
    mutating func add(_ finished: CompletedItem, budget: inout ReorderBudget) {
        let item = finished.item
        if !item.isReused {
            let isFault = finished.isFault
            if isFault { state.hasFault = true }
            entry.items.append(
                LedgerItem(
                    sequence: item.sequence,
                    line: item.line,
                    record: finished.record,
                    faultDigest: isFault ? finished.payloadDigest : nil
                )
            )
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

    /// Takes in what is known of the input at a later point.
    mutating func add(_ checkpoint: BatchChunk.Checkpoint) {
        // No item is finished whose mark is not here, so that the furthest mark covers those that wait too.
        if checkpoint.digest.byteCount >= state.digestedCount {
            state.digest = checkpoint.digest.value
            state.digestedCount = checkpoint.digest.byteCount
        }
        state.stamp = checkpoint.stamp
        if checkpoint.isEnd { end = checkpoint }
    }

    /// Puts in its place what has its turn, as much as one piece may take.
    ///
    /// - Parameters:
    ///   - budget: What memory holds of waiting results.
    ///   - recall: Reads waiting results back from the ledger: those that follow each other from a place on, up to a
    ///     number of bytes and at least one; none when the first is not there.
    /// - Returns: What is to be written and committed before the next piece is asked for.
    /// - Throws: `DatabaseFailure` from `recall`.
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

    /// The output has its name.
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

    /// Has what must wait kept in the ledger, and in memory only as far as the budget goes.
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

/// How much memory holds of results that wait for their turn, over all outputs; the ledger has them in any case.
struct ReorderBudget {
    /// Bytes that may be held.
    static let limit = 2 << 20

    /// Bytes that are held.
    var count = 0

    /// Whether more is held than may be.
    var isExceeded: Bool { count > Self.limit }
}
