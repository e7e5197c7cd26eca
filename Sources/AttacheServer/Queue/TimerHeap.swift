/// Who waits until when, the earliest first: a binary heap.
///
/// Whoever has left stays in it until its deadline, or until there are too many such.
struct TimerHeap {
    private var entries: [(instant: ContinuousClock.Instant, number: Int)] = []

    /// The earliest deadline.
    var first: ContinuousClock.Instant? { entries.first?.instant }
    /// How many are in it.
    var count: Int { entries.count }

    /// Adds one who waits.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - instant: Its deadline.
    mutating func insert(_ number: Int, at instant: ContinuousClock.Instant) {
        entries.append((instant, number))
        var index = entries.count - 1
        while index > 0, entries[index].instant < entries[(index - 1) / 2].instant {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes the earliest, when its deadline has come.
    ///
    /// - Parameter now: The current instant.
    /// - Returns: Its number.
    mutating func popFirst(at now: ContinuousClock.Instant) -> Int? {
        guard let first = entries.first, first.instant <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        sink(from: 0)
        return first.number
    }

    /// Forgets who has left.
    ///
    /// - Parameter isWaiting: Whether a number still waits.
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
