import AttacheCore
import AttacheThreads

/// A batch's body between the network and the work: it is read to its end whatever happens to the results, since many
/// clients read nothing before they have sent everything.
final class BatchBuffer: Sendable {
    private struct State {
        var cutter: BatchCutter
        var bytes: [UInt8] = []
        /// What has been taken already.
        var offset = 0
        var isAtEnd = false
        var reader: CheckedContinuation<Bool, Never>?

        mutating func cut() -> ItemUnit? {
            guard let (unit, count) = cutter.cut(bytes[offset...], isAtEnd: isAtEnd) else { return nil }
            offset += count
            // Moved rarely, so that each byte is moved a few times at most.
            if offset > 1 << 20, offset * 2 > bytes.count {
                bytes.removeFirst(offset)
                offset = 0
            }
            return unit
        }
    }

    private let state: Locked<State>

    /// Creates an empty buffer.
    ///
    /// - Parameter itemLimit: The longest JSON text of one payload, in bytes.
    init(itemLimit: Int) {
        state = Locked(State(cutter: BatchCutter(itemLimit: itemLimit)))
    }

    /// Adds bytes as they arrive.
    func append(_ bytes: some Collection<UInt8>) {
        wake { $0.bytes.append(contentsOf: bytes) }
    }

    /// Nothing more will come.
    func finish() {
        wake { $0.isAtEnd = true }
    }

    /// The next items, as soon as they are there; `nil` at the end. One task at a time may wait.
    func next() async -> ItemUnit? {
        while true {
            var found: ItemUnit?
            let isOver = await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    found = state.cut()
                    if found != nil || state.isAtEnd { return true }
                    state.reader = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
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
