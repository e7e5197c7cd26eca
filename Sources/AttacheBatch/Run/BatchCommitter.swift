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
    /// - Parameter group: Finished items, and how far their inputs are known; their media are on the disk.
    /// - Throws: `BatchFault`; the ledger has nothing of the group then.
    mutating func commit(_ group: CommitInbox.Group) throws(BatchFault) {
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
            // Taken out, so that it is changed in place.
            guard var growing = open.removeValue(forKey: number) else { continue }
            let before = growing.state.writtenCount
            let (bytes, entry) = try told { () throws(LedgerError) in
                try growing.settle { place throws(LedgerError) in
                    try ledger.waitingBytes(of: number, sequence: place)
                }
            }
            open[number] = growing
            news.entries.append(entry)
            try append(bytes, to: growing.input, keeping: before)
            if growing.state.stage == .unnamed { finished.append(growing) }
        }
        try output.synchronize()
        try told { () throws(LedgerError) in try ledger.commit(news) }
        named = []
        try publish(finished)
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
        try told { () throws(LedgerError) in try ledger.commit(news) }
    }

    /// Gives the outputs their names that an interrupted run had finished.
    ///
    /// - Throws: `BatchFault`.
    mutating func recover() throws(BatchFault) {
        for input in try told({ () throws(LedgerError) in try ledger.unnamedInputs() }) {
            let part = output.part(input.state.number)
            var state = input.state
            state.stage = .done
            if let name = input.output.flatMap(FilePath.init(bytes:)) {
                if output.contains(part) {
                    try output.publish(part, as: name)
                } else if !output.contains(output.path.pushing(name)) {
                    // Somebody has removed it; it is made again.
                    try told { () throws(LedgerError) in try ledger.forgetItems(of: state.number) }
                    continue
                }
            }
            named.append(LedgerGroup.Entry(state: state))
        }
        try finish()
    }

    private mutating func begin(_ input: BatchInput) throws(BatchFault) {
        let number = input.state.number
        guard open[number] == nil else { return }
        let waiting = try told { () throws(LedgerError) in input.isLines ? try ledger.waitingLines(of: number) : [] }
        open[number] = InputOutput(input, waiting: waiting)
    }

    private mutating func append(_ bytes: [UInt8], to input: BatchInput, keeping count: Int) throws(BatchFault) {
        guard input.entry.output != nil else { return }
        let number = input.state.number
        if let file = files[number] { return try file.append(bytes) }
        let file = try OutputFile(output.part(number), keeping: count)
        try file.append(bytes)
        // A value's file is complete at once; open ones would be as many as there are values.
        if input.isLines { files[number] = file }
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

    private func told<Value>(_ body: () throws(LedgerError) -> Value) throws(BatchFault) -> Value {
        do throws(LedgerError) {
            return try body()
        } catch {
            throw BatchFault(.surroundings, error.sentence)
        }
    }
}
