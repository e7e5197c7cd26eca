/// A first-in, first-out queue with constant-time operations: an array whose head moves.
package struct FIFOQueue<Element> {
    private var storage: [Element] = []
    /// The number of removed elements at the front of the storage.
    private var head = 0

    package init() {}

    package var count: Int { storage.count - head }
    package var isEmpty: Bool { head == storage.count }
    package var first: Element? { isEmpty ? nil : storage[head] }
    // An empty queue has an empty storage.
    package var last: Element? { storage.last }

    package mutating func append(_ element: Element) {
        storage.append(element)
    }

    @discardableResult
    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = storage[head]
        head += 1
        // Compacted when half is gone, so that each element moves about once, and removed elements are freed even when
        // the queue never becomes empty.
        if head * 2 >= storage.count, head >= 64 || isEmpty { compact() }
        return element
    }

    @discardableResult
    package mutating func popLast() -> Element? {
        guard let element = storage.popLast() else { return nil }
        if isEmpty { compact() }
        return element
    }

    package mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        compact()
        storage.removeAll(where: isUnwanted)
    }

    private mutating func compact() {
        storage.removeFirst(head)
        head = 0
    }
}

extension FIFOQueue: Sendable where Element: Sendable {}
