import AttacheSystem

/// Writes elements in groups on its own thread: while one group is written, and for a time after it, the next one collects.
final class GroupWriter<Element: Sendable>: Sendable {
    private struct State {
        var pending: [Element] = []
        var isWriting = false
        var isClosed = false
    }

    private let groupLimit: Int
    private let waitingLimit: Int
    private let collection: Duration
    private let write: @Sendable ([Element]) -> Void
    private let thread: WorkerPool
    private let closing: StopSignal
    private let state = Locked(State())

    /// Starts the thread. `groupLimit` bounds the elements of one write, `waitingLimit` those that wait; excess elements
    /// are refused. `collection` is the time between two writes, which a full group and the shutdown end; an element that
    /// finds the writer idle is written at once. `write` is never called concurrently.
    init(
        groupLimit: Int = .max,
        waitingLimit: Int = .max,
        collection: Duration = .zero,
        write: @escaping @Sendable ([Element]) -> Void
    ) throws(SystemCallError) {
        self.groupLimit = groupLimit
        self.waitingLimit = waitingLimit
        self.collection = collection
        self.write = write
        closing = try StopSignal()
        thread = try WorkerPool(threadCount: 1)
    }

    /// The number of elements that wait for the write in progress.
    var waitingCount: Int { state.withLock { $0.pending.count } }

    /// Adds an element and returns at once, with whether it will be written.
    @discardableResult
    func add(_ element: Element) -> Bool {
        let (isTaken, isFirst) = state.withLock { state in
            guard !state.isClosed, state.pending.count < waitingLimit else { return (false, false) }
            state.pending.append(element)
            defer { state.isWriting = true }
            return (true, !state.isWriting)
        }
        // A shutdown that closed the thread in this moment leaves the element to this caller.
        if isFirst, !thread.start({ [self] in writeAll() }) { writeAll() }
        return isTaken
    }

    /// Writes pending elements and ends the thread; call it once.
    func shutDown() {
        state.withLock { $0.isClosed = true }
        closing.raise()
        thread.shutDown()
    }

    private func writeAll() {
        while let group = nextGroup() {
            write(group)
            if collection > .zero, waitingCount < groupLimit { _ = closing.wait(until: .now + collection) }
        }
    }

    private func nextGroup() -> [Element]? {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                state.isWriting = false
                return nil
            }
            let group = Array(state.pending.prefix(groupLimit))
            state.pending.removeFirst(group.count)
            return group
        }
    }
}
