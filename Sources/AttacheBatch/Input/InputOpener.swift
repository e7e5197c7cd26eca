import AttacheCore
import Ledger
import MediaStore
import SystemPackage

/// Opens an input and compares it with what the ledger knows: finished, begun, changed or new.
struct InputOpener {
    /// What is to be done with an input.
    enum Opening {
        /// Nothing: it is finished, and nobody has changed it; so many bytes it has.
        case finished(byteCount: Int)
        /// A stop was asked for before that was known.
        case stopped
        /// Its lines are to be read.
        case lines(LineFeed)
        /// These are its items.
        case items(BatchUnit)
        /// This machine does not let it be read; what is known of it stays for another run.
        case fault(String)
    }

    let ledger: RunLedger
    let output: OutputDirectory
    let stopDescriptor: Int32

    /// Opens an input.
    ///
    /// - Parameter found: The input.
    /// - Returns: What is to be done with it.
    /// - Throws: `BatchFault` when the ledger cannot be used, or standard input is not what it was.
    func open(_ found: FoundInput) throws(BatchFault) -> Opening {
        if case .fault(let sentence) = found.entry.place { return .fault(sentence) }
        let opening = InputBytes.open(found, stopDescriptor: stopDescriptor)
        // What cannot be opened is one item, whatever it is called.
        let isLines = found.entry.framing == .lines && (try? opening.get()) != nil
        var (found, known) = try know(found, isLines: isLines)
        // Somebody has removed it: the input is as good as new.
        if known.stage == .done, let name = found.entry.output, !output.hasOutput(name) { known = try forget(known) }
        switch opening {
        case .failure(let failure):
            return try refuse(found, known, failure)
        case .success(let bytes):
            let isFinished = known.stage == .done && !known.hasFault
            if isFinished, let stamp = known.stamp, stamp == bytes.stamp {
                return .finished(byteCount: stamp.byteCount)
            }
            return switch found.entry.framing {
            case .value: try openValue(found, known, bytes)
            case .lines: try openLines(found, known, bytes)
            }
        }
    }

    /// Asks the ledger; the output keeps the name that it once got.
    private func know(_ found: FoundInput, isLines: Bool) throws(BatchFault) -> (FoundInput, InputState) {
        var found = found
        let entry = found.entry
        let listing = InputListing(
            name: entry.name.bytes,
            source: entry.source,
            isLines: isLines,
            output: entry.output?.bytes
        )
        let known = try BatchFault.told { () throws(LedgerError) in try ledger.input(listing) }
        if entry.output != nil { found.entry.output = known.output.flatMap(FilePath.init(bytes:)) }
        return (found, known.state)
    }

    // MARK: - One value

    private func openValue(
        _ found: FoundInput,
        _ known: InputState,
        _ bytes: InputBytes
    ) throws(BatchFault) -> Opening {
        let stamp = bytes.stamp
        let content: [UInt8]
        do throws(ReadingFailure) {
            content = try Self.content(of: bytes)
        } catch {
            return bytes.wasStopped ? .stopped : try refuse(found, known, error)
        }
        if bytes.wasStopped { return .stopped }
        var digest = RunningDigest()
        digest.update(content[...])
        if known.stage == .done, !known.hasFault, known.digest == digest.value {
            try touch(known, stamp)
            return .finished(byteCount: bytes.readCount)
        }
        let input = BatchInput(found.entry, state: try forget(known))
        let isTooLong = content.count > LineCutter.lineLimit
        var unit = BatchUnit(readCount: bytes.readCount)
        unit.items = [
            BatchItem(
                input: input,
                sequence: 0,
                line: 0,
                end: content.count,
                content: isTooLong ? .tooLong(limit: LineCutter.lineLimit) : .bytes(content)
            )
        ]
        unit.marks = [BatchUnit.Mark(input: input, itemCount: 1, digest: digest, stamp: stamp, isEnd: true)]
        return .items(unit)
    }

    /// The bytes of one value, and no more than tell that it is too long.
    private static func content(of bytes: InputBytes) throws(ReadingFailure) -> [UInt8] {
        var content: [UInt8] = []
        while content.count <= LineCutter.lineLimit {
            let piece = try bytes.next()
            if piece.isEmpty { break }
            content += piece
        }
        return content
    }

    // MARK: - What becomes of the ledger

    func forget(_ state: InputState) throws(BatchFault) -> InputState {
        guard state != InputState(number: state.number) else { return state }
        try BatchFault.told { () throws(LedgerError) in try ledger.forgetItems(of: state.number) }
        return InputState(number: state.number)
    }

    func touch(_ state: InputState, _ stamp: InputStamp?) throws(BatchFault) {
        var state = state
        state.stamp = stamp
        try note(state)
    }

    func note(_ state: InputState) throws(BatchFault) {
        var group = LedgerGroup()
        group.entries = [LedgerGroup.Entry(state: state)]
        try BatchFault.told { () throws(LedgerError) in try ledger.commit(group) }
    }

    /// What cannot be read is an item that says so, unless that is this machine's fault.
    func refuse(
        _ found: FoundInput,
        _ known: InputState,
        _ failure: ReadingFailure
    ) throws(BatchFault) -> Opening {
        guard !failure.isMachineFault else { return .fault(failure.sentence) }
        return .items(.failing(BatchInput(found.entry, state: try forget(known)), failure.sentence))
    }
}
