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
