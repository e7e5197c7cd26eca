import AttacheCore
import AttacheSystem
import Glibc

/// A log sink that writes on its own thread.
///
/// The first line is written at once, and those of the next milliseconds together: a thread that wakes for every line
/// costs more than the line. Callers never wait: lines are buffered while the descriptor is slow, and lines beyond the
/// limit are dropped and counted. The next line that is written reports their number.
final class LogSink: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isWriting = false
        /// The number of dropped lines that have not been reported.
        var unreportedCount = 0
        var droppedCount = 0
        var waiters: [Waiter<Void>] = []
    }

    /// The time in which lines are collected after a write, in microseconds.
    private static let collection: UInt32 = 5000

    private let descriptor: Int32
    private let limit: Int
    private let collect: @Sendable () -> Void
    private let makeNotice: @Sendable (_ dropped: Int) -> [UInt8]
    private let state = Locked(State())
    private let thread: WorkerPool?

    /// Creates a sink that buffers up to `limit` bytes. `collect` blocks its thread after each write, while lines are
    /// collected; `makeNotice` returns the line that reports dropped lines.
    init(
        descriptor: Int32,
        limit: Int,
        collect: @escaping @Sendable () -> Void = { usleep(LogSink.collection) },
        makeNotice: @escaping @Sendable (_ dropped: Int) -> [UInt8]
    ) {
        self.descriptor = descriptor
        self.limit = limit
        self.collect = collect
        self.makeNotice = makeNotice
        // Never shut down: its thread may be blocked in a write, and ends with the process.
        thread = try? WorkerPool(threadCount: 1)
    }

    /// The number of lines dropped so far.
    var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Appends a line, which includes its line feed, without waiting.
    func write(_ line: [UInt8]) {
        let starts = state.withLock { state in
            guard state.pending.count + line.count <= limit else {
                state.unreportedCount += 1
                state.droppedCount += 1
                return false
            }
            state.pending.append(contentsOf: line)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard starts else { return }
        // Without a thread the line is written late, but not lost.
        if thread?.start({ self.writePending(isOwnThread: true) }) != true { writePending(isOwnThread: false) }
    }

    /// Waits until everything has been written, or the timeout has passed.
    func flush(within timeout: Duration) async {
        let waiter = Waiter<Void>()
        let isWriting = state.withLock { state in
            if state.isWriting { state.waiters.append(waiter) }
            return state.isWriting
        }
        guard isWriting else { return }
        let end = Task {
            try? await Task.sleep(for: timeout)
            waiter.resume()
        }
        await waiter.wait()
        end.cancel()
    }

    private func writePending(isOwnThread: Bool) {
        while let (bytes, waiters) = takePending() {
            _ = FileDescriptor.writeAll(bytes, to: descriptor)
            waiters.resumeAll(returning: ())
            if isOwnThread, !bytes.isEmpty { collect() }
        }
    }

    /// Takes what has been buffered, and those who wait for it; `nil` when there is neither.
    private func takePending() -> (bytes: [UInt8], waiters: [Waiter<Void>])? {
        let (bytes, unreported, waiters) = state.withLock { state -> ([UInt8], Int, [Waiter<Void>]) in
            defer {
                state.isWriting = !state.pending.isEmpty || state.unreportedCount > 0 || !state.waiters.isEmpty
                state.pending = []
                state.unreportedCount = 0
                state.waiters = []
            }
            return (state.pending, state.unreportedCount, state.waiters)
        }
        let notice = unreported > 0 ? makeNotice(unreported) : []
        return bytes.isEmpty && notice.isEmpty && waiters.isEmpty ? nil : (bytes + notice, waiters)
    }
}
