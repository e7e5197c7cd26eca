/// A binary heap of the waiters' deadlines, earliest first.
///
/// The entry of a waiter that has left remains until its deadline, or until `compact(where:)`.
struct TimerHeap {
    private var entries: [(instant: ContinuousClock.Instant, number: Int)] = []

    var first: ContinuousClock.Instant? { entries.first?.instant }
    var count: Int { entries.count }

    mutating func insert(_ number: Int, at instant: ContinuousClock.Instant) {
        entries.append((instant, number))
        var index = entries.count - 1
        while index > 0, entries[index].instant < entries[(index - 1) / 2].instant {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes the earliest entry if its deadline has passed, and returns its number.
    mutating func popFirst(at now: ContinuousClock.Instant) -> Int? {
        guard let first = entries.first, first.instant <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        sink(from: 0)
        return first.number
    }

    mutating func compact(where isWaiting: (Int) -> Bool) {
        entries.removeAll { !isWaiting($0.number) }
        for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(from: index) }
    }

    private mutating func sink(from start: Int) {
        var index = start
        while true {
            var least = index
            for child in [index * 2 + 1, index * 2 + 2] where child < entries.count {
                if entries[child].instant < entries[least].instant { least = child }
            }
            guard least != index else { return }
            entries.swapAt(index, least)
            index = least
        }
    }
}
