import Attache
import AttacheCore
import AttacheDatabase
import MediaStore
import SystemPackage

/// Opens an input and compares it with its state in the ledger: finished, begun, changed or new.
struct InputOpener {
    enum Opening {
        /// No action: it is finished and unchanged, and has this many bytes.
        case finished(byteCount: Int)
        case stopped
        case lines(BatchLineReader)
        /// Its items, already read.
        case items(BatchChunk)
        /// This machine failed to read it; its state in the ledger is kept for another run.
        case fault(String)
    }

    let ledger: RunLedger
    let output: OutputDirectory
    let stopDescriptor: Int32

    /// Opens an input. Throws `BatchError` when the ledger cannot be used, or standard input differs from the earlier
    /// run.
    func open(_ found: DiscoveredInput) throws(BatchError) -> Opening {
        if case .fault(let sentence) = found.entry.place { return .fault(sentence) }
        let opening = InputByteReader.open(found, stopDescriptor: stopDescriptor)
        var found = found
        // What cannot be read for the answer is reported where it is read again.
        if found.entry.isFramedByText, let bytes = try? opening.get(), (try? bytes.isOneValue()) == true {
            found.entry.framing = .oneValue
        }
        // An input that cannot be opened is one item, regardless of its name.
        let isLines = found.entry.framing == .lines && (try? opening.get()) != nil
        var known: InputState
        (found, known) = try lookUp(found, isLines: isLines)
        // The output was removed or cut: the input counts as new.
        if known.stage == .done, let name = found.entry.output,
            !output.hasOutput(name, byteCount: known.writtenCount)
        {
            known = try forget(known)
        }
        switch opening {
        case .failure(let failure):
            return try refuse(found, known, failure)
        case .success(let bytes):
            let isFinished = known.stage == .done && !known.hasFault
            if isFinished, let stamp = known.stamp, stamp == bytes.stamp {
                return .finished(byteCount: stamp.byteCount)
            }
            return switch found.entry.framing {
            case .oneValue: try openValue(found, known, bytes)
            case .lines: try openLines(found, known, bytes)
            }
        }
    }

    /// Looks up the input in the ledger; an output keeps the name it was first assigned.
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
        guard entry.output != nil else { return (found, known.state) }
        found.entry.output = known.output.flatMap(OutputDirectory.name(fromLedger:))
        guard found.entry.output != nil || known.output == nil else {
            throw BatchError(
                .usage,
                "The ledger of --out \(output.path.string) is damaged: it names an output that cannot be in the directory. Use --fresh "
                    + "to start over."
            )
        }
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
        let isTooLong = content.count > ItemReader.itemLimit
        var chunk = BatchChunk(readCount: bytes.readCount)
        chunk.items = [
            BatchItem(
                input: input,
                sequence: 0,
                line: 0,
                end: content.count,
                content: isTooLong ? .tooLong(limit: ItemReader.itemLimit) : .bytes(content)
            )
        ]
        chunk.checkpoints = [
            BatchChunk.Checkpoint(input: input, itemCount: 1, digest: digest, stamp: stamp, isEnd: true)
        ]
        return .items(chunk)
    }

    /// Reads one value, only as far as needed to detect that it is too long.
    private static func content(of bytes: InputByteReader) throws(InputError) -> [UInt8] {
        var content: [UInt8] = []
        while content.count <= ItemReader.itemLimit {
            let piece = try bytes.next()
            if piece.isEmpty { break }
            content += piece
        }
        return content
    }

    // MARK: - Ledger

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

    /// Reports an unreadable input as an item, unless this machine is the cause.
    func refuse(_ found: DiscoveredInput, _ known: InputState, _ failure: InputError) throws(BatchError) -> Opening {
        guard failure.kind != .retryable else { return .fault(failure.sentence) }
        return .items(.failing(BatchInput(found.entry, state: try forget(known)), failure.sentence))
    }
}

extension InputOpener {
    /// Opens a file of lines, or standard input, given from its beginning. Throws `BatchError` when the ledger cannot
    /// be used, or standard input differs from the earlier run.
    func openLines(_ found: DiscoveredInput, _ known: InputState, _ bytes: InputByteReader) throws(BatchError)
        -> Opening
    {
        let isBegun = known.stage == .done || known.digestedCount > 0
        let isDone = known.stage == .done && !known.hasFault
        // A file with an unchanged stamp need not be read; standard input is compared while it is read.
        let isComparable = found.entry.isRepeatable ? known.stamp == nil || known.stamp != bytes.stamp : isDone
        guard isBegun, isComparable else { return try resume(found, known, bytes) }
        switch InputComparison(bytes, with: known) {
        case .same(let isAtEnd):
            // A finished input must end where it ended before; one more line means that it has changed.
            guard known.stage != .done || isAtEnd else { break }
            if isDone {
                try touch(known, bytes.stamp)
                return .finished(byteCount: bytes.readCount)
            }
            return try reopen(found, known)
        case .stopped:
            return .stopped
        case .failed(let failure) where failure.kind == .retryable:
            return .fault(failure.sentence)
        case .changed, .failed:
            break
        }
        return try startOver(found, known)
    }

    /// Continues where an earlier run ended.
    private func resume(_ found: DiscoveredInput, _ known: InputState, _ bytes: InputByteReader) throws(BatchError)
        -> Opening
    {
        var known = known
        var kept: PreviousResults?
        if known.stage == .done || known.kept != nil {
            // Only failed items are retried; the other results come from the existing output.
            if known.stage == .done { known = Self.again(known) }
            kept = found.entry.output.flatMap { name in
                PreviousResults(known, output: output.path.pushing(name), ledger: ledger)
            }
            guard kept != nil else { return try read(found, try forget(known), bytes, nil) }
            try note(known)
        }
        return try read(found, known, bytes, kept)
    }

    private func read(
        _ found: DiscoveredInput,
        _ state: InputState,
        _ bytes: InputByteReader,
        _ kept: PreviousResults?
    ) throws(BatchError) -> Opening {
        let waiting = try BatchError.told { () throws(DatabaseFailure) in try ledger.pendingLines(of: state.number) }
        let finished = Set(waiting.map(\.sequence))
        switch BatchLineReader.open(BatchInput(found.entry, state: state), finished: finished, kept: kept, bytes: bytes)
        {
        case .success(let reader):
            return .lines(reader)
        case .failure(let failure) where failure.kind == .stopped:
            return .stopped
        case .failure(let failure) where failure.kind == .retryable:
            return .fault(failure.sentence)
        case .failure:
            return try startOver(found, state)
        }
    }

    /// Reads a changed input from the beginning.
    private func startOver(_ found: DiscoveredInput, _ known: InputState) throws(BatchError) -> Opening {
        guard found.entry.isRepeatable else { throw .changedStandardInput }
        return try reopen(found, try forget(known))
    }

    private func reopen(_ found: DiscoveredInput, _ state: InputState) throws(BatchError) -> Opening {
        switch InputByteReader.open(found, stopDescriptor: stopDescriptor) {
        case .success(let bytes): try resume(found, state, bytes)
        case .failure(let failure): try refuse(found, state, failure)
        }
    }

    /// The initial state of another pass over a finished input, which retries its failed items.
    private static func again(_ done: InputState) -> InputState {
        var state = InputState(number: done.number)
        state.stamp = done.stamp
        state.digest = done.digest
        state.digestedCount = done.digestedCount
        state.kept = InputState.KeptOutput(itemCount: done.itemCount, byteCount: done.writtenCount)
        return state
    }
}
