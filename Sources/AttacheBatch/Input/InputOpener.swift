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
    }

    let ledger: RunLedger
    let output: OutputDirectory
    let stopDescriptor: Int32

    /// Opens an input.
    ///
    /// - Parameter entry: The input.
    /// - Returns: What is to be done with it.
    /// - Throws: `BatchFault` when the ledger cannot be used, or standard input is not what it was.
    func open(_ entry: InputEntry) throws(BatchFault) -> Opening {
        do throws(LedgerError) {
            return try openKnown(entry)
        } catch {
            throw BatchFault(.surroundings, error.sentence)
        }
    }

    private func openKnown(_ entry: InputEntry) throws(LedgerError) -> Opening {
        var known = try ledger.input(entry.name.bytes, source: entry.source, output: entry.output?.bytes).state
        // Somebody has removed it: the input is as good as new.
        if known.stage == .done, let name = entry.output, !output.hasOutput(name) { known = try forget(known) }
        switch InputBytes.open(entry, stopDescriptor: stopDescriptor) {
        case .failure(let failure):
            return .items(.failing(BatchInput(entry, state: try forget(known)), failure.sentence))
        case .success(let bytes):
            let isFinished = known.stage == .done && !known.hasFault
            if isFinished, let stamp = known.stamp, stamp == bytes.stamp {
                return .finished(byteCount: stamp.byteCount)
            }
            return switch entry.framing {
            case .value: try openValue(entry, known, bytes)
            case .lines: try openLines(entry, known, bytes)
            }
        }
    }

    // MARK: - One value

    private func openValue(
        _ entry: InputEntry,
        _ known: InputState,
        _ bytes: InputBytes
    ) throws(LedgerError) -> Opening {
        let stamp = bytes.stamp
        let reading = Self.content(of: bytes)
        if bytes.wasStopped { return .stopped }
        guard case .success(let content) = reading else {
            return .items(.failing(BatchInput(entry, state: try forget(known)), reading.sentence))
        }
        var digest = RunningDigest()
        digest.update(content[...])
        if known.stage == .done, !known.hasFault, known.digest == digest.value {
            try touch(known, stamp)
            return .finished(byteCount: bytes.readCount)
        }
        let input = BatchInput(entry, state: try forget(known))
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
    private static func content(of bytes: InputBytes) -> Result<[UInt8], InputBytes.Failure> {
        var content: [UInt8] = []
        do throws(InputBytes.Failure) {
            while content.count <= LineCutter.lineLimit {
                let piece = try bytes.next()
                if piece.isEmpty { break }
                content += piece
            }
            return .success(content)
        } catch {
            return .failure(error)
        }
    }

    // MARK: - Lines

    private func openLines(
        _ entry: InputEntry,
        _ known: InputState,
        _ bytes: InputBytes
    ) throws(LedgerError) -> Opening {
        var known = known
        if known.hasFault { known = try forget(known) }
        let finished = Set(try ledger.waitingLines(of: known.number).map(\.sequence))
        switch LineFeed.open(BatchInput(entry, state: known), finished: finished, bytes: bytes) {
        case .success(let feed):
            // What was finished whole ends where it ended; a line more and it has changed.
            guard known.stage == .done else { return .lines(feed) }
            guard feed.isAtEnd else { break }
            try touch(known, bytes.stamp)
            return .finished(byteCount: bytes.readCount)
        case .failure(.stopped):
            return .stopped
        case .failure(.failed(let sentence)):
            return .items(.failing(BatchInput(entry, state: try forget(known)), sentence))
        case .failure(.changed):
            break
        }
        return try openChanged(entry, try forget(known))
    }

    private func openChanged(_ entry: InputEntry, _ state: InputState) throws(LedgerError) -> Opening {
        if case .standardInput = entry.place {
            // What was read of it cannot be read again.
            throw LedgerError(
                sentence: "Standard input is not what this run began with. Send the same again, or use --fresh.",
                isPermanent: true
            )
        }
        let input = BatchInput(entry, state: state)
        let opening = InputBytes.open(entry, stopDescriptor: stopDescriptor).map {
            LineFeed.open(input, finished: [], bytes: $0)
        }
        return switch opening {
        case .success(.success(let feed)): .lines(feed)
        case .success(.failure): .stopped
        case .failure(let failure): .items(.failing(input, failure.sentence))
        }
    }

    private func forget(_ state: InputState) throws(LedgerError) -> InputState {
        guard state != InputState(number: state.number) else { return state }
        try ledger.forgetItems(of: state.number)
        return InputState(number: state.number)
    }

    private func touch(_ state: InputState, _ stamp: InputStamp?) throws(LedgerError) {
        var state = state
        state.stamp = stamp
        var group = LedgerGroup()
        group.entries = [LedgerGroup.Entry(state: state)]
        try ledger.commit(group)
    }
}

extension Result where Failure == InputBytes.Failure {
    /// Why there is no success; empty when there is one.
    fileprivate var sentence: String {
        if case .failure(let failure) = self { failure.sentence } else { "" }
    }
}
