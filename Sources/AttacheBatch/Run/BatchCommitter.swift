import AttacheCore
import AttacheDatabase
import SystemPackage

/// Puts groups of finished items into outputs and ledger, so that a kill at any instant loses and repeats nothing that
/// was committed.
///
/// The order is: bytes of the outputs, the disk, the ledger, the names. What the ledger calls finished is on the disk;
/// an output that has not got its name yet gets it when the run goes on.
struct BatchCommitter {
    private let ledger: RunLedger
    private let output: OutputDirectory
    private var open: [Int64: OutputReorderBuffer] = [:]
    private var files = OutputFiles()
    private var budget = ReorderBudget()
    /// Outputs that could not get their names.
    private(set) var problems = TruncatedMessageList(limit: 10, rest: "more could not get their names either.")
    /// Outputs that have their names, which the ledger does not know yet.
    private var named: [LedgerGroup.Entry] = []

    init(ledger: RunLedger, output: OutputDirectory) {
        self.ledger = ledger
        self.output = output
    }

    /// Results that wait in the ledger for one that stands before them.
    var waitingCount: Int { open.values.reduce(0) { $0 + $1.waitingCount } }

    /// Commits a group.
    ///
    /// - Parameter group: Finished items, and how far their inputs are known; their media are on the disk.
    /// - Throws: `BatchError`; the ledger has nothing of the group then.
    mutating func commit(_ group: CommitQueue.Group) throws(BatchError) {
        var touched: Set<Int64> = []
        for item in group.items {
            try begin(item.item.input)
            touched.insert(item.item.input.state.number)
            open[item.item.input.state.number]?.add(item, budget: &budget)
        }
        for checkpoint in group.checkpoints {
            try begin(checkpoint.input)
            touched.insert(checkpoint.input.state.number)
            open[checkpoint.input.state.number]?.add(checkpoint)
        }
        var due = touched.sorted()
        // Piece by piece, since any number of results may have waited for one of these.
        repeat { due = try commitPiece(of: due) } while !due.isEmpty
    }

    /// Commits what has its turn in some inputs, as much as one piece of each may take.
    ///
    /// - Returns: The inputs in which more may have its turn.
    private mutating func commitPiece(of numbers: [Int64]) throws(BatchError) -> [Int64] {
        var news = LedgerGroup()
        news.entries = named
        var finished: [OutputReorderBuffer] = []
        var unsettled: [Int64] = []
        for number in numbers {
            // Taken out, so that it is changed in place.
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

    /// Tells the ledger of the last names.
    ///
    /// - Throws: `BatchError`.
    mutating func finish() throws(BatchError) {
        var news = LedgerGroup()
        news.entries = named
        named = []
        guard !news.entries.isEmpty else { return }
        try output.synchronize()
        try BatchError.told { () throws(DatabaseFailure) in try ledger.commit(news) }
    }

    /// Gives the outputs their names that an interrupted run had finished.
    ///
    /// - Throws: `BatchError`.
    mutating func recover() throws(BatchError) {
        for input in try BatchError.told({ () throws(DatabaseFailure) in try ledger.unnamedInputs() }) {
            let part = output.part(input.state.number)
            var state = input.state
            state.stage = .done
            if let name = input.output.flatMap(FilePath.init(bytes:)) {
                if output.contains(part) {
                    // Its input is read to the end once more, without items, and the problem is told then.
                    guard try isNamed(part, name, telling: false) else { continue }
                } else if !output.hasOutput(name) {
                    // Somebody has removed it; it is made again.
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
        // An output without bytes is there all the same once its input has ended.
        guard input.entry.output != nil, !bytes.isEmpty || isEnd else { return }
        let number = input.state.number
        try files.append(bytes, to: number, at: output.part(number), keeping: count)
        // Nothing more comes.
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

    /// Gives a complete output its name.
    ///
    /// - Parameters:
    ///   - part: The output.
    ///   - name: Its name below the directory.
    ///   - telling: Whether to tell when it cannot have that name.
    /// - Returns: Whether it has its name.
    /// - Throws: `BatchError` when this machine has run short.
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
