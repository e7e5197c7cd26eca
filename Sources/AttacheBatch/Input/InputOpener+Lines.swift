import Ledger
import SystemPackage

extension InputOpener {
    /// Opens a file of lines, or standard input.
    ///
    /// - Parameters:
    ///   - found: The input.
    ///   - known: What the ledger knows of it.
    ///   - bytes: Its bytes, none of them read.
    /// - Returns: What is to be done with it.
    /// - Throws: `BatchError` when the ledger cannot be used, or standard input is not what it was.
    func openLines(_ found: DiscoveredInput, _ known: InputState, _ bytes: InputByteReader) throws(BatchError) -> Opening {
        let isBegun = known.stage == .done || known.digestedCount > 0
        let isDone = known.stage == .done && !known.hasFault
        // Whoever has not changed it need not be asked for its bytes; standard input is compared while it is read.
        let isComparable = found.entry.isRepeatable ? known.stamp == nil || known.stamp != bytes.stamp : isDone
        guard isBegun, isComparable else { return try resume(found, known, bytes) }
        switch InputComparison(bytes, with: known) {
        case .same(let isAtEnd):
            // What was finished whole ends where it ended; a line more and it has changed.
            guard known.stage != .done || isAtEnd else { break }
            if isDone {
                try touch(known, bytes.stamp)
                return .finished(byteCount: bytes.readCount)
            }
            return try reopen(found, known)
        case .stopped:
            return .stopped
        case .failed(let failure) where failure.isRetryable:
            return .fault(failure.sentence)
        case .changed, .failed:
            break
        }
        return try startOver(found, known)
    }

    /// Goes on where an earlier run ended.
    private func resume(_ found: DiscoveredInput, _ known: InputState, _ bytes: InputByteReader) throws(BatchError) -> Opening {
        var known = known
        var kept: PreviousResults?
        if known.stage == .done || known.kept != nil {
            // Only what failed is done again; the other results are those of the output that is there.
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
        switch BatchLineReader.open(BatchInput(found.entry, state: state), finished: finished, kept: kept, bytes: bytes) {
        case .success(let reader):
            return .lines(reader)
        case .failure(.stopped):
            return .stopped
        case .failure(.failed(let failure)) where failure.isRetryable:
            return .fault(failure.sentence)
        case .failure:
            return try startOver(found, state)
        }
    }

    /// Reads a changed input from its beginning.
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

    /// The beginning of another pass over an input that is finished but for what failed.
    private static func again(_ done: InputState) -> InputState {
        var state = InputState(number: done.number)
        state.stamp = done.stamp
        state.digest = done.digest
        state.digestedCount = done.digestedCount
        state.kept = InputState.KeptOutput(itemCount: done.itemCount, byteCount: done.writtenCount)
        return state
    }
}
