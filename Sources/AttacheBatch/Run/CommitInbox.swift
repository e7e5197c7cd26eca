import AttacheThreads

/// Where finished items wait until they are committed together: while one group is on its way to the disk, the next
/// gathers.
final class CommitInbox: Sendable {
    /// What is committed at once.
    struct Group: Sendable {
        var items: [FinishedItem] = []
        var marks: [BatchUnit.Mark] = []

        var isEmpty: Bool { items.isEmpty && marks.isEmpty }
    }

    fileprivate struct State {
        var group = Group()
        var isClosed = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    /// Adds items and marks.
    func put(_ items: [FinishedItem], marks: [BatchUnit.Mark] = []) {
        let waiter = state.withLock { state in
            state.group.items += items
            state.group.marks += marks
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    /// Nothing more will be added.
    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    /// The next group, as soon as there is one; `nil` when the inbox is closed and empty. One task at a time may wait.
    func next() async -> Group? {
        while true {
            let (group, isClosed) = state.withLock { state in
                defer { state.group = Group() }
                return (state.group, state.isClosed)
            }
            if !group.isEmpty { return group }
            if isClosed { return nil }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.group.isEmpty || state.isClosed { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }
}

extension CommitInbox.State {
    fileprivate mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
        defer { waiter = nil }
        return waiter
    }
}
