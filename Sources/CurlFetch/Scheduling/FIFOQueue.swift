/// A first-in, first-out queue with constant-time operations.
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
        // Removed elements are freed, also when the queue never becomes empty.
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
/// Instants mostly arrive in order, so inserting mostly appends in constant time.
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

/// The deadlines of the transfers.
///
/// The loop wakes for every piece of every body, so the next deadline must be found in constant time.
struct TransferDeadlines {
    private var instants: [ObjectIdentifier: ContinuousClock.Instant] = [:]
    /// Includes entries of transfers that have ended, which are skipped.
    private var queue = TimerQueue<ObjectIdentifier>()

    var next: ContinuousClock.Instant? {
        mutating get {
            while let (instant, transfer) = queue.first {
                if instants[transfer] == instant { return instant }
                queue.removeFirst()
            }
            return nil
        }
    }

    var entryCount: Int { queue.count }

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
        // Ended transfers behind a long one at the front must not accumulate.
        if queue.count > 2 * instants.count + 64 { queue.removeAll { instants[$1] != $0 } }
    }
}
