import AttacheThreads

/// Stored files that this process has seen on the disk, so that whoever uses them again need not wait for it.
///
/// A file is known by its name and its inode: what another process puts in its place has another one. The files that
/// were used last are remembered, twice `capacity` at most.
final class DurableFiles: Sendable {
    private struct State {
        var recent: [String: UInt] = [:]
        var earlier: [String: UInt] = [:]
    }

    private let capacity: Int
    private let state = Locked(State())

    /// Begins with none.
    ///
    /// - Parameter capacity: How many are remembered at least.
    init(capacity: Int = 4096) {
        self.capacity = capacity
    }

    /// Whether a file is known to be on the disk.
    ///
    /// - Parameters:
    ///   - name: Its name in its shard.
    ///   - inode: Its inode now.
    /// - Returns: Whether it was this very file.
    func contains(_ name: String, inode: UInt) -> Bool {
        state.withLock { state in
            if state.recent[name] == inode { return true }
            guard state.earlier[name] == inode else { return false }
            note(name, inode, in: &state)
            return true
        }
    }

    /// Remembers a file whose bytes and name are on the disk.
    ///
    /// - Parameters:
    ///   - name: Its name in its shard.
    ///   - inode: Its inode.
    func note(_ name: String, inode: UInt) {
        state.withLock { note(name, inode, in: &$0) }
    }

    private func note(_ name: String, _ inode: UInt, in state: inout State) {
        if state.recent.count >= capacity {
            state.earlier = state.recent
            state.recent = [:]
        }
        state.recent[name] = inode
    }
}
