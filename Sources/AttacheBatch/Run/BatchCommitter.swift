import AttacheCore
import Ledger
import SystemPackage

/// Puts groups of finished items into outputs and ledger, so that a kill at any instant loses and repeats nothing that
/// was committed.
///
/// The order is: bytes of the outputs, the disk, the ledger, the names. What the ledger calls finished is on the disk;
/// an output that has not got its name yet gets it when the run goes on.
struct BatchCommitter {
    private let ledger: RunLedger
    private let output: OutputDirectory
    private var open: [Int64: InputOutput] = [:]
    private var files: [Int64: OutputFile] = [:]
    /// Outputs that have their names, which the ledger does not know yet.
    private var named: [LedgerGroup.Entry] = []

    init(ledger: RunLedger, output: OutputDirectory) {
        self.ledger = ledger
        self.output = output
    }

    /// Commits a group.
    ///
    /// - Parameters:
    ///   - group: Finished items, and how far their inputs are known.
    ///   - synchronize: Puts the media of the group on the disk.
    /// - Throws: `BatchFault`; the ledger has nothing of the group then.
    mutating func commit(_ group: CommitInbox.Group, synchronize: () throws(BatchFault) -> Void) throws(BatchFault) {
        do throws(LedgerError) {
            var touched: Set<Int64> = []
            for item in group.items {
                try begin(item.item.input)
                touched.insert(item.item.input.state.number)
                open[item.item.input.state.number]?.add(item)
            }
            for mark in group.marks {
                try begin(mark.input)
                touched.insert(mark.input.state.number)
                open[mark.input.state.number]?.add(mark)
            }
            var news = LedgerGroup()
            news.entries = named
            var finished: [InputOutput] = []
            for number in touched.sorted() {
                guard var growing = open[number] else { continue }
                let (bytes, entry) = try growing.settle { place throws(LedgerError) in
                    try ledger.waitingBytes(of: number, sequence: place)
                }
                open[number] = growing
                news.entries.append(entry)
                try append(bytes, to: number)
                if growing.state.stage == .unnamed { finished.append(growing) }
            }
            try synchronize()
            try output.synchronize()
            try ledger.commit(news)
            named = []
            try publish(finished)
        } catch {
            throw BatchFault(.surroundings, error.sentence)
        }
    }

    /// Tells the ledger of the last names.
    ///
    /// - Throws: `BatchFault`.
    mutating func finish() throws(BatchFault) {
        var news = LedgerGroup()
        news.entries = named
        named = []
        guard !news.entries.isEmpty else { return }
        try output.synchronize()
        do throws(LedgerError) {
            try ledger.commit(news)
        } catch {
            throw BatchFault(.surroundings, error.sentence)
        }
    }

    /// Gives the outputs their names that an interrupted run had finished.
    ///
    /// - Throws: `BatchFault`.
    mutating func recover() throws(BatchFault) {
        do throws(LedgerError) {
            for input in try ledger.unnamedInputs() {
                guard let name = input.output.flatMap(FilePath.init(bytes:)) else { continue }
                let part = output.part(input.state.number)
                var state = input.state
                state.stage = .done
                if output.contains(part) {
                    try output.publish(part, as: name)
                } else if !output.contains(output.path.pushing(name)) {
                    // Somebody has removed it; it is made again.
                    try ledger.forgetItems(of: state.number)
                    continue
                }
                named.append(LedgerGroup.Entry(state: state))
            }
        } catch {
            throw BatchFault(.surroundings, error.sentence)
        }
        try finish()
    }

    private mutating func begin(_ input: BatchInput) throws(LedgerError) {
        let number = input.state.number
        guard open[number] == nil else { return }
        open[number] = InputOutput(input, waiting: input.isLines ? try ledger.waitingLines(of: number) : [])
    }

    private mutating func append(_ bytes: [UInt8], to number: Int64) throws(BatchFault) {
        guard let growing = open[number], growing.input.entry.output != nil else { return }
        if let file = files[number] { return try file.append(bytes) }
        let file = try OutputFile(output.part(number), keeping: growing.input.state.writtenCount)
        try file.append(bytes)
        // A value's file is complete at once; open ones would be as many as there are values.
        if growing.input.isLines { files[number] = file }
    }

    private mutating func publish(_ finished: [InputOutput]) throws(BatchFault) {
        for var input in finished {
            let number = input.state.number
            files[number] = nil
            open[number] = nil
            if let name = input.input.entry.output { try output.publish(output.part(number), as: name) }
            named.append(input.name())
        }
    }
}
