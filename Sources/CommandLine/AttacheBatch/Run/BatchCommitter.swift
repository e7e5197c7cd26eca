import AttacheCore
import AttacheDatabase
import SystemPackage

/// Commits groups of finished items to the outputs and the ledger, so that a kill at any instant neither loses nor
/// repeats a committed item.
///
/// The order is: write the outputs, synchronize the disk, commit to the ledger, rename the outputs. Items that are
/// finished in the ledger are on the disk; a resumed run renames the outputs that were not renamed yet.
struct BatchCommitter {
    private let ledger: RunLedger
    private let output: OutputDirectory
    private var open: [Int64: OutputReorderBuffer] = [:]
    private var files = OutputFiles()
    private var budget = ReorderBudget()
    private(set) var problems = TruncatedMessageList(limit: 10, rest: "more could not be renamed into place.")
    /// Outputs that were renamed but are not recorded in the ledger yet.
    private var named: [LedgerGroup.Entry] = []

    init(ledger: RunLedger, output: OutputDirectory) {
        self.ledger = ledger
        self.output = output
    }

    /// The number of results that wait in the ledger for an earlier one.
    var waitingCount: Int { open.values.reduce(0) { $0 + $1.waitingCount } }

    /// Commits a group.
    ///
    /// - Parameter group: Finished items, and how far their inputs are known; their media are on the disk.
    /// - Throws: `BatchError`; the ledger has nothing of the group then.
    mutating func commit(_ group: CommitGroup) throws(BatchError) {
        var touched: Set<Int64> = []
        for item in group.items {
            let input = item.item.input
            try begin(input)
            touched.insert(input.state.number)
            open[input.state.number]?.add(item, budget: &budget)
        }
        for checkpoint in group.checkpoints {
            try begin(checkpoint.input)
            touched.insert(checkpoint.input.state.number)
            open[checkpoint.input.state.number]?.add(checkpoint)
        }
        var due = touched.sorted()
        // In pieces, since any number of results may have waited for one of these.
        repeat { due = try commitPiece(of: due) } while !due.isEmpty
    }

    /// Commits one piece of each input; returns the inputs that may have more.
    private mutating func commitPiece(of numbers: [Int64]) throws(BatchError) -> [Int64] {
        var news = LedgerGroup()
        news.entries = named
        var finished: [OutputReorderBuffer] = []
        var unsettled: [Int64] = []
        for number in numbers {
            // Removed from the dictionary, so that it is changed in place.
            guard var growing = open.removeValue(forKey: number) else { continue }
            let before = growing.state.writtenCount
            let piece = try BatchError.told { () throws(DatabaseFailure) in
                try growing.flush(budget: &budget) { sequence, byteLimit throws(DatabaseFailure) in
                    try ledger.pendingLines(of: number, from: sequence, byteLimit: byteLimit)
                }
            }
            open[number] = growing
            news.entries.append(piece.entry)
            let isFinished = growing.state.stage == .unnamed
            try append(piece.bytes, to: growing.input, keeping: before, isEnd: isFinished)
            if piece.hasMore { unsettled.append(number) } else if isFinished { finished.append(growing) }
        }
        try output.synchronize()
        try BatchError.told { () throws(DatabaseFailure) in try ledger.commit(news) }
        named = []
        try publish(finished)
        return unsettled
    }

    /// Records the last renamed outputs in the ledger.
    mutating func finish() throws(BatchError) {
        var news = LedgerGroup()
        news.entries = named
        named = []
        guard !news.entries.isEmpty else { return }
        try output.synchronize()
        try BatchError.told { () throws(DatabaseFailure) in try ledger.commit(news) }
    }

    /// Renames the outputs that an interrupted run completed.
    mutating func recover() throws(BatchError) {
        for input in try BatchError.told({ () throws(DatabaseFailure) in try ledger.unnamedInputs() }) {
            let part = output.part(input.state.number)
            var state = input.state
            state.stage = .done
            if let name = input.output.flatMap(FilePath.init(bytes:)) {
                if output.contains(part) {
                    // Its input is read again to the end, without items, which reports the problem.
                    guard try isNamed(part, name, telling: false) else { continue }
                } else if !output.hasOutput(name, byteCount: state.writtenCount) {
                    // The output was removed or cut; it is created again.
                    try BatchError.told { () throws(DatabaseFailure) in try ledger.forgetItems(of: state.number) }
                    continue
                }
            }
            named.append(LedgerGroup.Entry(state: state))
        }
        try finish()
    }

    private mutating func begin(_ input: BatchInput) throws(BatchError) {
        let number = input.state.number
        guard open[number] == nil else { return }
        let count = try BatchError.told { () throws(DatabaseFailure) in
            input.isLines ? try ledger.waitingCount(of: number) : 0
        }
        open[number] = OutputReorderBuffer(input, storedCount: count)
    }

    private mutating func append(
        _ bytes: [UInt8],
        to input: BatchInput,
        keeping count: Int,
        isEnd: Bool
    ) throws(BatchError) {
        // The output of an empty input exists too, once the input has ended.
        guard input.entry.output != nil, !bytes.isEmpty || isEnd else { return }
        let number = input.state.number
        try files.append(bytes, to: number, at: output.part(number), keeping: count)
        if isEnd { files.close(number) }
    }

    private mutating func publish(_ finished: [OutputReorderBuffer]) throws(BatchError) {
        for var input in finished {
            let number = input.state.number
            open[number] = nil
            if let name = input.input.entry.output {
                guard try isNamed(output.part(number), name, telling: true) else { continue }
            }
            named.append(input.name())
        }
    }

    /// Renames a complete output into place, and returns whether that worked. `telling` determines whether an
    /// impossible name is reported; throws `BatchError` when disk, descriptors or memory are exhausted.
    private mutating func isNamed(_ part: FilePath, _ name: FilePath, telling: Bool) throws(BatchError) -> Bool {
        do throws(BatchError) {
            try output.publish(part, as: name)
            return true
        } catch {
            guard error.kind == .output else { throw error }
            if telling { problems.add(error.sentence) }
            return false
        }
    }
}
