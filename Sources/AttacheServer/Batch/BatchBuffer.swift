import AttacheCore
import AttacheSystem

/// A batch's body between the network and the work: it is read to its end whatever happens to the results, since many
/// clients read nothing before they have sent everything.
final class BatchBuffer: Sendable {
    private enum End {
        /// All has come.
        case whole
        /// Nothing more will come, and what is not whole is no item.
        case cancelled
    }

    private struct State {
        var splitter: BatchSplitter
        var bytes: [UInt8] = []
        /// What has been taken already.
        var offset = 0
        var end: End?
        var reader: CheckedContinuation<Bool, Never>?

        mutating func split() -> (unit: ItemChunk?, count: Int)? {
            guard let piece = splitter.split(bytes[offset...], isAtEnd: end == .whole) else { return nil }
            offset += piece.count
            // Moved rarely, so that each byte is moved a few times at most.
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

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - itemLimit: The longest JSON text of one payload, in bytes.
    ///   - onConsume: Is told how many bytes have left.
    init(itemLimit: Int, onConsume: @escaping @Sendable (Int) -> Void = { _ in }) {
        state = Locked(State(splitter: BatchSplitter(itemLimit: itemLimit)))
        self.onConsume = onConsume
    }

    /// Adds bytes as they arrive.
    func append(_ bytes: some Collection<UInt8>) {
        wake { $0.bytes.append(contentsOf: bytes) }
    }

    /// Everything has come.
    func finish() {
        wake { $0.end = $0.end ?? .whole }
    }

    /// The rest will not come: whole items are worked on, and half an item is none.
    func cancel() {
        wake { $0.end = $0.end ?? .cancelled }
    }

    /// The next items, as soon as they are there; `nil` at the end. One task at a time may wait.
    func next() async -> ItemChunk? {
        while true {
            var found: ItemChunk?
            var count = 0
            let isOver = await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    while found == nil, let piece = state.split() {
                        found = piece.unit
                        count += piece.count
                    }
                    if found != nil || state.end != nil { return true }
                    // What holds no item leaves before anybody waits.
                    if count > 0 { return false }
                    state.reader = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
            if count > 0 { onConsume(count) }
            if isOver { return found }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: false)
    }
}
