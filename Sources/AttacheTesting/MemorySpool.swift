package import AttacheCore
import AttacheThreads

/// A spool in memory.
package final class MemorySpool: MediaSpool {
    private struct State {
        var bytes: [UInt8] = []
        var isOpen = true
    }

    private let state = Locked(State())
    private let byteLimit: Int

    /// Creates an empty spool.
    ///
    /// - Parameter byteLimit: How many bytes its disk has.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// What was appended; empty after `discard`.
    package var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// Whether it was neither discarded nor committed yet.
    package var isOpen: Bool { state.withLock { $0.isOpen } }

    package var byteCount: Int { state.withLock { $0.bytes.count } }

    package func append(_ bytes: Span<UInt8>) throws(StoreError) {
        let isTaken = state.withLock { state in
            guard state.isOpen, state.bytes.count + bytes.count <= byteLimit else { return false }
            for index in bytes.indices { state.bytes.append(bytes[index]) }
            return true
        }
        // ENOSPC of Linux's <errno.h>.
        guard isTaken else { throw StoreError(operation: "write to", path: MemoryStore.root, code: 28) }
    }

    package func read(at offset: Int, count: Int) throws(ByteSourceError) -> [UInt8] {
        state.withLock { Array($0.bytes.dropFirst(offset).prefix(count)) }
    }

    package func discard() {
        state.withLock { state in
            if state.isOpen { state = State(isOpen: false) }
        }
    }

    /// Closes the spool and gives its bytes away.
    ///
    /// - Returns: The bytes, or `nil` when it was discarded or committed before.
    func close() -> [UInt8]? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            state.isOpen = false
            return state.bytes
        }
    }
}
