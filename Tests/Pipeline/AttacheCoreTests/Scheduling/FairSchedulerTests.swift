import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite("Fair scheduler", .inProcess, .timeLimit(.minutes(1)))
struct FairSchedulerTests {
    private typealias Scheduler = FairScheduler<String, String>

    /// A scheduler of elements such as `a1`, whose first letter is the key.
    private func scheduler(_ elements: [String]) -> Scheduler {
        var scheduler = Scheduler()
        for element in elements { scheduler.append(element, key: String(element.prefix(1))) }
        return scheduler
    }

    /// Takes elements while their keys have room, and releases nothing.
    private func drain(_ scheduler: inout Scheduler, limit: Int = .max) -> [String] {
        var all: [String] = []
        while let next = scheduler.next(where: { $1.running < limit }) { all.append(next.element) }
        return all
    }

    @Test("A key with many elements is served in turn with the other keys")
    func keys() {
        var scheduler = scheduler(["a1", "a2", "a3", "a4", "b1", "b2", "c1"])
        #expect(scheduler.load.waiting == 7 && scheduler.waitingKeyCount == 3)
        #expect(drain(&scheduler) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
        #expect(scheduler.load.waiting == 0 && scheduler.load.running == 7 && scheduler.waitingKeyCount == 0)
        scheduler.append("a5", key: "a")
        #expect(drain(&scheduler) == ["a5"])
    }

    @Test("A key without room keeps its turn where others may make room for it", arguments: [true, false])
    func keptTurns(_ isKept: Bool) {
        var scheduler = scheduler(["a1", "b1", "a2", "b2"])
        let hasRoom = { (key: String, _: SchedulerLoad) in key == "b" }
        for expected in ["b1", "b2", nil] {
            let next = isKept ? scheduler.nextKeepingTurns(where: hasRoom) : scheduler.next(where: hasRoom)
            #expect(next?.element == expected)
        }
        #expect(drain(&scheduler) == (isKept ? ["a1", "a2"] : []))
    }

    @Test("The lanes of a key alternate")
    func lanes() {
        var scheduler = Scheduler()
        for number in 1...4 { scheduler.append("a\(number)", key: "host", lane: 1) }
        #expect(scheduler.next { _, _ in true }?.element == "a1")
        scheduler.append("b1", key: "host", lane: 2)
        scheduler.append("b2", key: "host", lane: 2)
        scheduler.append("c1", key: "host", lane: 3)
        #expect(scheduler.waitingCount(of: "host", in: 2) == 2)
        #expect(drain(&scheduler) == ["a2", "b1", "c1", "a3", "b2", "a4"])
    }

    @Test("A lane that is refused keeps its turn, and delays no other lane")
    func refusedLane() {
        var scheduler = Scheduler()
        for element in ["a1", "a2", "b1", "b2"] {
            scheduler.append(element, key: "host", lane: element.hasPrefix("a") ? 1 : 2)
        }
        for expected in ["b1", "b2"] {
            let next = scheduler.next { _, _ in
                true
            } admits: {
                $1 != 1
            }
            #expect(next?.element == expected)
        }
        #expect(
            scheduler.next { _, _ in
                true
            } admits: {
                $1 != 1
            } == nil
        )
        // As with a key without room, the next change lets it be asked again.
        #expect(drain(&scheduler).isEmpty)
        scheduler.release("host")
        #expect(drain(&scheduler) == ["a1", "a2"])
    }

    @Test("A removed element uses no turn of its lane", arguments: ["a1", "a2", "b1"])
    func removal(_ removed: String) {
        var scheduler = Scheduler()
        var tickets: [String: Int] = [:]
        for element in ["a1", "a2", "a3", "b1"] {
            tickets[element] = scheduler.append(element, key: "host", lane: element.hasPrefix("a") ? 1 : 2)
        }
        let ticket = tickets[removed] ?? 0
        #expect(scheduler.remove(ticket) == removed)
        #expect(scheduler.remove(ticket) == nil)
        #expect(scheduler.load.waiting == 3)
        let expected = ["a1": ["a2", "b1", "a3"], "a2": ["a1", "b1", "a3"], "b1": ["a1", "a2", "a3"]]
        #expect(drain(&scheduler) == expected[removed])
    }

    @Test("A key without room is skipped until it has room again", arguments: ["release", "unblock", "append"])
    func limit(_ event: String) {
        var scheduler = scheduler(["a1", "a2", "b1"])
        #expect(drain(&scheduler, limit: 1) == ["a1", "b1"])
        // The limit alone changes nothing before the key is checked again.
        #expect(drain(&scheduler, limit: 2).isEmpty)
        switch event {
        case "release": scheduler.release("a")
        case "unblock": scheduler.unblock("a")
        default: scheduler.append("a3", key: "a")
        }
        #expect(scheduler.next { $1.running < 2 }?.element == "a2")
    }

    @Test("A permit that is taken without waiting counts")
    func take() {
        var scheduler = scheduler(["a1"])
        scheduler.take("a")
        #expect(scheduler.load(of: "a").running == 1)
        #expect(drain(&scheduler, limit: 1).isEmpty)
        scheduler.release("a")
        scheduler.release("a")
        #expect(scheduler.load(of: "a").running == 0 && scheduler.load.running == 0)
        #expect(drain(&scheduler, limit: 1) == ["a1"])
    }

    @Test("The last element of a lane leaves first on request, and all leave in the order of arrival")
    func otherEnds() {
        var scheduler = scheduler(["a1", "a2", "b1", "a3", "b2"])
        #expect(scheduler.longestKey(in: 0) == "a")
        #expect(scheduler.removeLast(of: "a", in: 0)?.element == "a3")
        #expect(scheduler.removeLast(of: "c", in: 0) == nil)
        #expect(scheduler.next { _, _ in true }?.element == "a1")
        #expect(scheduler.removeAll() == ["a2", "b1", "b2"])
        #expect(scheduler.load.waiting == 0 && scheduler.load.running == 1)
    }

    /// Lanes and keys added and removed behind a key without room must not change the order of the others.
    @Test("Many removed elements leave no trace", arguments: [true, false])
    func comingAndGoing(inOneKey: Bool) {
        var scheduler = scheduler(["a1", "a2"])
        #expect(scheduler.next { _, _ in true }?.element == "a1")
        for number in 0..<1000 {
            let ticket = scheduler.append("x", key: inOneKey ? "a" : "x\(number)", lane: number)
            scheduler.remove(ticket)
        }
        scheduler.append("b1", key: "b")
        #expect(scheduler.waitingKeyCount == 2)
        #expect(drain(&scheduler) == ["a2", "b1"])
    }

    @Test("Random operations keep order, limits and counts", arguments: 0..<8)
    func randomWork(seed: UInt64) {
        struct Element: Hashable {
            let key: Int
            let lane: Int
        }
        var generator = SeededGenerator(seed: seed)
        var scheduler = FairScheduler<Int, Element>()
        var waiting: [Element: [Int]] = [:]
        var running: [Int: Int] = [:]
        for _ in 0..<2000 {
            let key = Int.random(in: 0..<5, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                let element = Element(key: key, lane: Int.random(in: 0..<4, using: &generator))
                waiting[element, default: []].append(scheduler.append(element, key: key, lane: element.lane))
            case 4..<6:
                guard let (element, tickets) = waiting.filter({ !$0.value.isEmpty }).randomElement(using: &generator),
                    let ticket = tickets.randomElement(using: &generator)
                else { continue }
                #expect(scheduler.remove(ticket) == element)
                waiting[element]?.removeAll { $0 == ticket }
            case 6..<8:
                guard let next = scheduler.next(where: { $1.running < 3 }) else {
                    // Only elements of keys without room are waiting.
                    #expect(waiting.allSatisfy { $0.value.isEmpty || running[$0.key.key, default: 0] >= 3 })
                    continue
                }
                #expect(waiting[next.element]?.first == next.ticket)
                waiting[next.element]?.removeFirst()
                running[next.element.key, default: 0] += 1
                #expect(running[next.element.key, default: 0] <= 3)
            default:
                guard running[key, default: 0] > 0 else { continue }
                running[key, default: 0] -= 1
                scheduler.release(key)
            }
            #expect(scheduler.load.waiting == waiting.values.reduce(0) { $0 + $1.count })
            #expect(scheduler.load.running == running.values.reduce(0, +))
            let keys = Set(waiting.filter { !$0.value.isEmpty }.map(\.key.key))
            #expect(scheduler.waitingKeyCount == keys.count)
        }
    }
}
