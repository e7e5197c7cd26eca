import AttacheSystem
import Glibc

/// Takes lines from everywhere, and writes them on a thread of its own.
///
/// Whoever logs never waits: lines gather in memory while the descriptor is slow, and those beyond the limit are dropped
/// and counted; the first line that gets through afterwards says how many.
final class LogSink: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isWriting = false
        /// Lines that were dropped since the last line that says so.
        var unreportedCount = 0
        var droppedCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let descriptor: Int32
    private let limit: Int
    private let makeNotice: @Sendable (_ dropped: Int) -> [UInt8]
    private let state = Locked(State())
    private let thread: WorkerPool?

    /// Creates the sink.
    ///
    /// - Parameters:
    ///   - descriptor: Where lines are written; it stays open.
    ///   - limit: The most bytes that wait to be written.
    ///   - makeNotice: Makes the line that tells how many were dropped.
    init(descriptor: Int32, limit: Int, makeNotice: @escaping @Sendable (_ dropped: Int) -> [UInt8]) {
        self.descriptor = descriptor
        self.limit = limit
        self.makeNotice = makeNotice
        // It is never shut down: its thread may be in the middle of a write that never ends, and goes with the process.
        thread = try? WorkerPool(threadCount: 1)
    }

    /// How many lines were dropped so far.
    var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Takes a line; returns at once.
    ///
    /// - Parameter line: A whole line, its end included.
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
        // Without a thread the line is late, and not lost.
        if thread?.start({ self.writePending() }) != true { writePending() }
    }

    /// Waits until everything has been written, or the time is over.
    ///
    /// - Parameter timeout: How long to wait at most.
    func flush(within timeout: Duration) async {
        let end = Task {
            try? await Task.sleep(for: timeout)
            resumeWaiters()
        }
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                guard state.isWriting else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
        end.cancel()
    }

    private func writePending() {
        while let bytes = takePending() { _ = FileDescriptor.writeAll(bytes, to: descriptor) }
        resumeWaiters()
    }

    private func takePending() -> [UInt8]? {
        let (bytes, unreported) = state.withLock { state -> ([UInt8]?, Int) in
            guard !state.pending.isEmpty || state.unreportedCount > 0 else {
                state.isWriting = false
                return (nil, 0)
            }
            defer {
                state.pending = []
                state.unreportedCount = 0
            }
            return (state.pending, state.unreportedCount)
        }
        return unreported > 0 ? bytes.map { $0 + makeNotice(unreported) } : bytes
    }

    private func resumeWaiters() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
