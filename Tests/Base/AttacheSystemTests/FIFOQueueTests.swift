import AttacheSystem
import TestWidth
import Testing

@Suite("FIFO queue", .inProcess, .timeLimit(.minutes(1)))
struct FIFOQueueTests {
    private func drain(_ queue: inout FIFOQueue<Int>) -> [Int] {
        var all: [Int] = []
        while let element = queue.popFirst() { all.append(element) }
        return all
    }

    @Test("Elements leave in the order of arrival", arguments: [0, 1, 2, 63, 64, 65, 1000])
    func order(count: Int) {
        var queue = FIFOQueue<Int>()
        for number in 0..<count { queue.append(number) }
        #expect(queue.count == count && queue.isEmpty == (count == 0))
        #expect(queue.first == (count > 0 ? 0 : nil) && queue.last == (count > 0 ? count - 1 : nil))
        #expect(drain(&queue) == Array(0..<count))
        #expect(queue.isEmpty && queue.first == nil && queue.last == nil && queue.popLast() == nil)
    }

    @Test("A queue that never becomes empty keeps its order", arguments: [1, 10, 100])
    func moving(length: Int) {
        var queue = FIFOQueue<Int>()
        for number in 0..<length { queue.append(number) }
        for number in 0..<1000 {
            queue.append(length + number)
            #expect(queue.popFirst() == number)
            #expect(queue.count == length)
        }
        #expect(drain(&queue) == Array(1000..<(1000 + length)))
    }

    @Test("Removal from the end and by a condition respects the head", arguments: [0, 1, 10, 70])
    func removal(taken: Int) {
        var queue = FIFOQueue<Int>()
        for number in 0..<100 { queue.append(number) }
        for _ in 0..<taken { queue.popFirst() }
        #expect(queue.popLast() == 99)
        queue.removeAll { $0 % 2 == 0 }
        #expect(queue.count == (99 - taken) / 2)
        #expect(drain(&queue) == (taken..<99).filter { $0 % 2 == 1 })
    }

    @Test("Removed elements are freed while the queue stays in use")
    func freed() {
        final class Element {}
        var queue = FIFOQueue<Element>()
        weak var first: Element?
        do {
            let element = Element()
            first = element
            queue.append(element)
        }
        for _ in 0..<200 {
            queue.append(Element())
            queue.popFirst()
        }
        #expect(queue.count == 1 && first == nil)
    }
}
