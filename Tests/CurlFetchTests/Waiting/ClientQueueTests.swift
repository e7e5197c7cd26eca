import Testing

@testable import CurlFetch

@Suite("Elements of several parties", .timeLimit(.minutes(1)))
struct ClientQueueTests {
    private func drain(_ queue: inout ClientQueue<String>) -> [String] {
        var all: [String] = []
        while let element = queue.first {
            all.append(element)
            queue.removeFirst()
        }
        return all
    }

    @Test("Whoever comes late waits for one of each other party at most")
    func turns() {
        var queue = ClientQueue<String>()
        for number in 1...4 { queue.append("a\(number)", of: 1) }
        queue.removeFirst()
        queue.append("b1", of: 2)
        queue.append("b2", of: 2)
        queue.append("c1", of: 3)
        #expect(queue.count == 6)
        #expect(drain(&queue) == ["a2", "b1", "c1", "a3", "b2", "a4"])
        #expect(queue.count == 0)
        queue.append("a5", of: 1)
        #expect(drain(&queue) == ["a5"])
    }

    @Test("What is passed over takes nobody's turn")
    func passedOver() {
        var queue = ClientQueue<String>()
        for element in ["a1", "a2", "a3"] { queue.append(element, of: 1) }
        queue.append("b1", of: 2)
        queue.removeFirst(isTurnOver: false)
        #expect(drain(&queue) == ["a2", "b1", "a3"])
    }

    @Test("What is not wanted goes, and parties that have nothing left go with it")
    func removal() {
        var queue = ClientQueue<String>()
        for element in ["a1", "a2"] { queue.append(element, of: 1) }
        queue.append("b1", of: 2)
        queue.removeAll { $0.hasPrefix("b") || $0 == "a1" }
        #expect(queue.count == 1)
        queue.append("b2", of: 2)
        #expect(drain(&queue) == ["a2", "b2"])
    }
}
