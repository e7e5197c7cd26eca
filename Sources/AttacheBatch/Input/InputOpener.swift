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
        case lines(BatchLineReader)
        /// These are its items.
        case items(BatchChunk)
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
    /// - Throws: `BatchError` when the ledger cannot be used, or standard input is not what it was.
    func open(_ found: DiscoveredInput) throws(BatchError) -> Opening {
        if case .fault(let sentence) = found.entry.place { return .fault(sentence) }
        let opening = InputByteReader.open(found, stopDescriptor: stopDescriptor)
        // What cannot be opened is one item, whatever it is called.
        let isLines = found.entry.framing == .lines && (try? opening.get()) != nil
        var (found, known) = try lookUp(found, isLines: isLines)
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
    private func lookUp(_ found: DiscoveredInput, isLines: Bool) throws(BatchError) -> (DiscoveredInput, InputState) {
        var found = found
        let entry = found.entry
        let listing = InputListing(
            name: entry.name.bytes,
            source: entry.source,
            isLines: isLines,
            output: entry.output?.bytes
        )
        let known = try BatchError.told { () throws(DatabaseFailure) in try ledger.input(listing) }
        if entry.output != nil { found.entry.output = known.output.flatMap(FilePath.init(bytes:)) }
        return (found, known.state)
    }

    // MARK: - One value

    private func openValue(
        _ found: DiscoveredInput,
        _ known: InputState,
        _ bytes: InputByteReader
    ) throws(BatchError) -> Opening {
        let stamp = bytes.stamp
        let content: [UInt8]
        do throws(InputError) {
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
        let isTooLong = content.count > LineSplitter.lineLimit
        var chunk = BatchChunk(readCount: bytes.readCount)
        chunk.items = [
            BatchItem(
                input: input,
                sequence: 0,
                line: 0,
                end: content.count,
                content: isTooLong ? .tooLong(limit: LineSplitter.lineLimit) : .bytes(content)
            )
        ]
        chunk.checkpoints = [BatchChunk.Checkpoint(input: input, itemCount: 1, digest: digest, stamp: stamp, isEnd: true)]
        return .items(chunk)
    }

    /// The bytes of one value, and no more than tell that it is too long.
    private static func content(of bytes: InputByteReader) throws(InputError) -> [UInt8] {
        var content: [UInt8] = []
        while content.count <= LineSplitter.lineLimit {
            let piece = try bytes.next()
            if piece.isEmpty { break }
            content += piece
        }
        return content
    }

    // MARK: - What becomes of the ledger

    func forget(_ state: InputState) throws(BatchError) -> InputState {
        guard state != InputState(number: state.number) else { return state }
        try BatchError.told { () throws(DatabaseFailure) in try ledger.forgetItems(of: state.number) }
        return InputState(number: state.number)
    }

    func touch(_ state: InputState, _ stamp: InputStamp?) throws(BatchError) {
        var state = state
        state.stamp = stamp
        try note(state)
    }

    func note(_ state: InputState) throws(BatchError) {
        var group = LedgerGroup()
        group.entries = [LedgerGroup.Entry(state: state)]
        try BatchError.told { () throws(DatabaseFailure) in try ledger.commit(group) }
    }

    /// What cannot be read is an item that says so, unless that is this machine's fault.
    func refuse(
        _ found: DiscoveredInput,
        _ known: InputState,
        _ failure: InputError
    ) throws(BatchError) -> Opening {
        guard !failure.isRetryable else { return .fault(failure.sentence) }
        return .items(.failing(BatchInput(found.entry, state: try forget(known)), failure.sentence))
    }
}
