/// A queue in the order of arrival that gives and takes in constant time.
struct FIFOQueue<Element> {
    private var elements: [Element] = []
    private var head = 0

    var first: Element? { head < elements.count ? elements[head] : nil }
    var count: Int { elements.count - head }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func removeFirst() {
        head += 1
        // What was taken is let go, also when the queue never runs dry.
        if head * 2 >= elements.count, head >= 64 || head == elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements.removeFirst(head)
        head = 0
        elements.removeAll(where: isUnwanted)
    }
}

/// Elements in the order of their instants.
///
/// Instants mostly come in their order, so a new one mostly goes to the end: constant time then.
struct TimerQueue<Element> {
    private var entries: [(instant: ContinuousClock.Instant, element: Element)] = []
    private var head = 0

    var first: (instant: ContinuousClock.Instant, element: Element)? { head < entries.count ? entries[head] : nil }

    var count: Int { entries.count - head }

    mutating func insert(_ element: Element, at instant: ContinuousClock.Instant) {
        var index = entries.count
        while index > head, instant < entries[index - 1].instant { index -= 1 }
        entries.insert((instant, element), at: index)
    }

    mutating func removeFirst() {
        head += 1
        if head * 2 >= entries.count, head >= 64 || head == entries.count {
            entries.removeFirst(head)
            head = 0
        }
    }

    mutating func removeAll(where isUnwanted: (ContinuousClock.Instant, Element) -> Bool) {
        entries.removeFirst(head)
        head = 0
        entries.removeAll { isUnwanted($0.instant, $0.element) }
    }
}

/// The deadlines of the transfers, and the next one of them.
///
/// The loop wakes for every piece of every body, so finding the next deadline takes constant time.
struct TransferDeadlines {
    private var instants: [ObjectIdentifier: ContinuousClock.Instant] = [:]
    /// Also those of transfers that have ended, which are passed over.
    private var queue = TimerQueue<ObjectIdentifier>()

    /// The next deadline, or `nil` when there is no transfer.
    var next: ContinuousClock.Instant? {
        mutating get {
            while let (instant, transfer) = queue.first {
                if instants[transfer] == instant { return instant }
                queue.removeFirst()
            }
            return nil
        }
    }

    /// How many entries are kept, those of ended transfers included.
    var entryCount: Int { queue.count }

    /// The transfers whose deadline is before an instant.
    mutating func overdue(before instant: ContinuousClock.Instant) -> [ObjectIdentifier] {
        guard let next, next < instant else { return [] }
        return instants.filter { $0.value < instant }.map(\.key)
    }

    mutating func add(_ transfer: ObjectIdentifier, until instant: ContinuousClock.Instant) {
        instants[transfer] = instant
        queue.insert(transfer, at: instant)
    }

    mutating func remove(_ transfer: ObjectIdentifier) {
        instants[transfer] = nil
        // A long one at the front must not keep all that came and went behind it.
        if queue.count > 2 * instants.count + 64 { queue.removeAll { instants[$1] != $0 } }
    }
}
