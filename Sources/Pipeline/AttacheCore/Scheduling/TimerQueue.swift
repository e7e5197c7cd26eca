/// Elements ordered by instant: a binary heap.
///
/// The entry of a removed element becomes stale. Stale entries are dropped when they reach the front, and all at once
/// when they outnumber the others, so that no early entry keeps later ones in memory.
@usableFromInline package struct TimerQueue<Element: Hashable> {
    @usableFromInline var instants: [Element: ContinuousClock.Instant] = [:]
    @usableFromInline var heap: [(instant: ContinuousClock.Instant, element: Element)] = []

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { instants.isEmpty }
    /// The number of entries in memory, including stale ones.
    var entryCount: Int { heap.count }

    @inlinable package var firstInstant: ContinuousClock.Instant? {
        mutating get {
            while let first = heap.first, instants[first.element] != first.instant { removeRoot() }
            return heap.first?.instant
        }
    }

    /// Inserts an element, or moves it to another instant.
    @inlinable package mutating func insert(_ element: Element, at instant: ContinuousClock.Instant) {
        instants[element] = instant
        heap.append((instant, element))
        var index = heap.count - 1
        while index > 0, heap[index].instant < heap[(index - 1) / 2].instant {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes and returns the first element if its instant has come.
    @inlinable package mutating func popFirst(at now: ContinuousClock.Instant) -> Element? {
        guard let firstInstant, firstInstant <= now else { return nil }
        let element = heap[0].element
        instants[element] = nil
        removeRoot()
        return element
    }

    @inlinable package mutating func remove(_ element: Element) {
        guard instants.removeValue(forKey: element) != nil, heap.count > 2 * instants.count + 64 else { return }
        heap.removeAll { instants[$0.element] != $0.instant }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(from: index) }
    }

    @inlinable mutating func removeRoot() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(from: 0)
    }

    @inlinable mutating func sink(from start: Int) {
        var index = start
        while true {
            var least = index
            for child in [index * 2 + 1, index * 2 + 2] where child < heap.count {
                if heap[child].instant < heap[least].instant { least = child }
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
