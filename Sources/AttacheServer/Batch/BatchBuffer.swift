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
        var bytes: [UInt8] = []
        /// The number of bytes already consumed.
        var offset = 0
        var end: End?
        var reader: Waiter<Void>?

        mutating func split() -> (unit: ItemChunk?, count: Int)? {
            guard let piece = splitter.split(bytes[offset...], isAtEnd: end == .whole) else { return nil }
            offset += piece.count
            // Compacted rarely, so that each byte moves only a few times.
            if offset == bytes.count {
                bytes.removeAll(keepingCapacity: offset < 1 << 20)
                offset = 0
            } else if offset > 1 << 20, offset * 2 > bytes.count {
                bytes.removeFirst(offset)
                offset = 0
            }
            return piece
        }
    }

    private let state: Locked<State>
    private let onConsume: @Sendable (Int) -> Void

    init(itemLimit: Int, onConsume: @escaping @Sendable (Int) -> Void = { _ in }) {
        state = Locked(State(splitter: BatchSplitter(itemLimit: itemLimit)))
        self.onConsume = onConsume
    }

    func append(_ bytes: some Collection<UInt8>) {
        wake { $0.bytes.append(contentsOf: bytes) }
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
                while found == nil, let piece = state.split() {
                    found = piece.unit
                    count += piece.count
                }
                guard found == nil, state.end == nil else { return nil }
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
