import AttacheCore
import AttacheSystem
import Glibc

/// A log sink that writes on its own thread.
///
/// Callers never wait: lines are buffered while the descriptor is slow, and lines beyond the limit are dropped and
/// counted. The next line that is written reports their number.
final class LogSink: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var isWriting = false
        /// The number of dropped lines that have not been reported.
        var unreportedCount = 0
        var droppedCount = 0
        var waiters: [Waiter<Void>] = []
    }

    private let descriptor: Int32
    private let limit: Int
    private let makeNotice: @Sendable (_ dropped: Int) -> [UInt8]
    private let state = Locked(State())
    private let thread: WorkerPool?

    init(descriptor: Int32, limit: Int, makeNotice: @escaping @Sendable (_ dropped: Int) -> [UInt8]) {
        self.descriptor = descriptor
        self.limit = limit
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
        if thread?.start({ self.writePending() }) != true { writePending() }
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

    private func writePending() {
        while let bytes = takePending() { _ = FileDescriptor.writeAll(bytes, to: descriptor) }
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.resumeAll(returning: ())
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
}
