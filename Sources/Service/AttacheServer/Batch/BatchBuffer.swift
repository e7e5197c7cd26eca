import AttacheCore
import AttacheSystem

/// A buffer between the body of a batch and its processing.
///
/// The body is read to its end regardless of the results, since many clients read nothing before they have sent
/// everything.
final class BatchBuffer: Sendable {
    private enum End {
        case whole
        /// The body was aborted; a partial item is dropped.
        case cancelled
    }

    private struct State {
        var splitter: BatchSplitter
        var end: End?
        var reader: Waiter<Void>?
    }

    private let state: Locked<State>
    private let onConsume: @Sendable (Int) -> Void

    init(itemLimit: Int, onConsume: @escaping @Sendable (Int) -> Void = { _ in }) {
        state = Locked(State(splitter: BatchSplitter(itemLimit: itemLimit)))
        self.onConsume = onConsume
    }

    /// Whether the batch has more items than it may; no more are returned.
    var isOverCount: Bool { state.withLock { $0.splitter.isOverCount } }

    func append(_ bytes: some Collection<UInt8>) {
        wake { $0.splitter.append(bytes) }
    }

    func finish() {
        wake { $0.end = $0.end ?? .whole }
    }

    /// Marks the body as aborted: complete items are processed, and a partial item is dropped.
    func cancel() {
        wake { $0.end = $0.end ?? .cancelled }
    }

    /// Waits for the next items; returns `nil` at the end. Only one task at a time may wait.
    func next() async -> ItemChunk? {
        while true {
            var found: ItemChunk?
            var count = 0
            let reader = state.withLock { state -> Waiter<Void>? in
                let held = state.splitter.heldCount
                found = state.splitter.next(isAtEnd: state.end == .whole)
                count = held - state.splitter.heldCount
                guard found == nil, state.end == nil, !state.splitter.isOverCount else { return nil }
                state.reader = Waiter()
                return state.reader
            }
            // Bytes without an item are consumed before anything waits.
            if count > 0 { onConsume(count) }
            guard let reader else { return found }
            await reader.wait()
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            return state.reader.take()
        }
        reader?.resume()
    }
}
