/// A first-in, first-out queue with constant-time operations: an array whose head moves.
@usableFromInline package struct FIFOQueue<Element> {
    @usableFromInline var storage: [Element] = []
    /// The number of removed elements at the front of the storage.
    @usableFromInline var head = 0

    @inlinable package init() {}

    @inlinable package var count: Int { storage.count - head }
    @inlinable package var isEmpty: Bool { head == storage.count }
    @inlinable package var first: Element? { isEmpty ? nil : storage[head] }
    // An empty queue has an empty storage.
    @inlinable package var last: Element? { storage.last }

    @inlinable package mutating func append(_ element: Element) {
        storage.append(element)
    }

    @discardableResult
    @inlinable package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = storage[head]
        head += 1
        // Compacted when half is gone, so that each element moves about once, and removed elements are freed even when
        // the queue never becomes empty.
        if head * 2 >= storage.count, head >= 64 || isEmpty { compact() }
        return element
    }

    @discardableResult
    @inlinable package mutating func popLast() -> Element? {
        guard let element = storage.popLast() else { return nil }
        if isEmpty { compact() }
        return element
    }

    @inlinable package mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        compact()
        storage.removeAll(where: isUnwanted)
    }

    @inlinable mutating func compact() {
        storage.removeFirst(head)
        head = 0
    }
}

extension FIFOQueue: Sendable where Element: Sendable {}
