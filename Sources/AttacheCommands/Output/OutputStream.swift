import AttacheCommandLine
import AttacheSystem

/// Writes the batches of a run to standard output on a thread that may block.
struct OutputStream: Sendable {
    let threads: WorkerPool
    let stop: InterruptSignal
    let diagnostics: Diagnostics

    /// Writes a batch and adds its counts to `total`; a closed output ends reading and returns `false`.
    func write(_ bytes: [UInt8], _ tally: RunTally, to total: Locked<RunTally>) async -> Bool {
        let written = await threads.run { StandardOutput.write(bytes) } ?? .closed
        total.withLock { $0.add(tally) }
        if case .failed(let code) = written {
            diagnostics.error("Standard output cannot be written: \(SystemCallError.message(code)).")
            total.withLock { $0.hasFault = true }
        }
        if written != .written { stop.endReading() }
        return written == .written
    }
}
