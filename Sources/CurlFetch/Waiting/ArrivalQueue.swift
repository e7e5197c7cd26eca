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
