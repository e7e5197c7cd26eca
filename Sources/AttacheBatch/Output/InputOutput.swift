import AttacheCore
import Ledger
import MediaStore
import SystemPackage

/// The output of one input while it grows: puts results in the order of their items.
struct InputOutput {
    /// A result that is finished before one that stands before it.
    private struct Waiting {
        var line: Int
        var end: Int
        /// `nil` when the bytes are in the ledger alone.
        var bytes: [UInt8]?
    }

    /// How many bytes of waiting results are held in memory, over that they are read back from the ledger.
    private static let heldLimit = 4 << 20

    let input: BatchInput
    private(set) var state: InputState
    private var waiting: [Int: Waiting] = [:]
    private var heldCount = 0
    /// Places of results that have come before their turn and are not in the ledger yet.
    private var early: [Int] = []
    private var end: BatchUnit.Mark?
    private var entry: LedgerGroup.Entry
    private var pending: [UInt8] = []

    /// Begins where an earlier run ended.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - waiting: Results of the earlier run that wait in the ledger.
    init(_ input: BatchInput, waiting: [WaitingLine]) {
        self.input = input
        state = input.state
        entry = LedgerGroup.Entry(state: input.state)
        for line in waiting { self.waiting[line.sequence] = Waiting(line: line.line, end: line.end, bytes: nil) }
    }

    /// Takes a finished item in.
    mutating func add(_ finished: FinishedItem) {
        let item = finished.item
        if !item.isKept {
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
            waiting[item.sequence] = Waiting(line: item.line, end: item.end, bytes: finished.line)
            heldCount += finished.line.count
            early.append(item.sequence)
        }
    }

    /// Takes in what is known of the input at a later point.
    mutating func add(_ mark: BatchUnit.Mark) {
        // No item is finished whose mark is not here, so that the furthest mark covers those that wait too.
        if mark.digest.byteCount >= state.digestedCount {
            state.digest = mark.digest.value
            state.digestedCount = mark.digest.byteCount
        }
        state.stamp = mark.stamp
        if mark.isEnd { end = mark }
    }

    /// Puts everything in its place whose turn has come.
    ///
    /// - Parameter recall: Reads the bytes of a waiting result back from the ledger.
    /// - Returns: The bytes to append to the output, and the news for the ledger.
    /// - Throws: `LedgerError` from `recall`.
    mutating func settle(
        recalling recall: (Int) throws(LedgerError) -> [UInt8]
    ) throws(LedgerError) -> (bytes: [UInt8], entry: LedgerGroup.Entry) {
        while let next = waiting.removeValue(forKey: state.itemCount) {
            if let bytes = next.bytes {
                heldCount -= bytes.count
                pending += bytes
            } else {
                pending += try recall(state.itemCount)
            }
            advance(line: next.line, end: next.end)
        }
        if let end, end.itemCount <= state.itemCount {
            state.consumedCount = end.digest.byteCount
            state.stage = .unnamed
            state.kept = nil
            self.end = nil
        }
        for sequence in early {
            guard let held = waiting[sequence], let bytes = held.bytes else { continue }
            entry.waiting.append(
                WaitingLine(sequence: sequence, line: held.line, end: held.end, bytes: bytes)
            )
            // It is in the ledger with this group, so memory need not hold it beyond the limit.
            if heldCount > Self.heldLimit {
                heldCount -= bytes.count
                waiting[sequence]?.bytes = nil
            }
        }
        defer {
            early = []
            pending = []
            entry = LedgerGroup.Entry(state: state)
        }
        state.writtenCount += pending.count
        entry.state = state
        return (pending, entry)
    }

    /// The output has its name.
    mutating func name() -> LedgerGroup.Entry {
        state.stage = .done
        return LedgerGroup.Entry(state: state)
    }

    private mutating func advance(line: Int, end: Int) {
        state.itemCount += 1
        state.line = line
        state.consumedCount = end
    }
}
