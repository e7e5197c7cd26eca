import TestWidth
import Testing

@testable import FleetWorker

@Suite("The turns of payloads that were delivered too often", .inProcess, .timeLimit(.minutes(1)))
struct SuspectsTests {
    private let start = ContinuousClock.now

    private func delivery(_ sequence: Int, count: Int) throws -> PayloadDelivery {
        let subject = "$JS.ACK.ATTACHE_WORK.workers.\(count).\(sequence).\(sequence).1700000000000000000.5"
        var delivery = PayloadDelivery(body: [], acknowledgement: try #require(AcknowledgementSubject(subject)))
        delivery.number = sequence
        return delivery
    }

    /// The order in which payloads begin that come back together, each delivered a number of times.
    private func order(_ counts: [Int: Int]) throws -> [Int] {
        var suspects = Suspects()
        for (sequence, count) in counts.sorted(by: { $0.key < $1.key }) {
            suspects.append(try delivery(sequence, count: count), at: start)
        }
        var order: [Int] = []
        while let next = suspects.next(at: start + Suspects.pause) {
            order.append(next.number)
            #expect(suspects.next(at: start + Suspects.pause) == nil)
            let (isOther, isOwn) = (suspects.end(0), suspects.end(next.number))
            #expect(!isOther && isOwn)
        }
        return order
    }

    /// The number of deliveries after which the neighbours of payloads that end their workers have begun before one of
    /// these, among 64 that come back together.
    private func rounds(of killers: Set<Int>) throws -> Int {
        var left = Set(1...64)
        for round in 1...100 {
            left.subtract(
                try order(Dictionary(uniqueKeysWithValues: left.map { ($0, round + 5) })).prefix {
                    !killers.contains($0)
                }
            )
            if left == killers { return round }
        }
        return .max
    }

    @Test(
        "All neighbours of a payload that ends its workers begin before it in one of two deliveries",
        arguments: 1...64
    )
    func neighbours(_ killer: Int) throws { #expect(try rounds(of: [killer]) <= 2) }

    @Test("Each second delivery reverses the order of the one before", arguments: [2, 6, 1000])
    func reversal(_ count: Int) throws {
        let orders = try (count...count + 2).map { count in
            try order(Dictionary(uniqueKeysWithValues: (1...64).map { ($0, count) }))
        }
        #expect(orders[0] == orders[1].reversed())
        #expect(orders[1] != orders[2] && orders[0] != orders[2])
    }

    @Test(
        "Neighbours between several such payloads begin before them within ten deliveries",
        arguments: [[20, 40], [1, 32, 64]]
    )
    func several(_ killers: [Int]) throws { #expect(try rounds(of: Set(killers)) <= 10) }

    @Test("One that arrives alone waits for those that come back with it, and those that wait drain")
    func waiting() throws {
        var suspects = Suspects()
        #expect(!suspects.isWaiting)
        suspects.append(try delivery(1, count: 6), at: start)
        suspects.append(try delivery(2, count: 6), at: start + .milliseconds(3))
        #expect(suspects.isWaiting)
        let turn = start + .milliseconds(3) + Suspects.pause
        #expect(suspects.next(at: turn - .milliseconds(1)) == nil)
        #expect(suspects.next(at: turn) != nil)
        #expect(!suspects.isWaiting)
        #expect(suspects.removeAll().count == 1)
        #expect(suspects.removeAll().isEmpty)
    }

    @Test("Those that arrive in pieces are waited for, but not without an end")
    func pieces() throws {
        var suspects = Suspects()
        let step = Suspects.pause - .milliseconds(1)
        for number in 0..<8 { suspects.append(try delivery(number + 1, count: 6), at: start + step * number) }
        #expect(suspects.next(at: start + step * 8) == nil)
        suspects.append(try delivery(9, count: 6), at: start + step * 8)
        #expect(suspects.next(at: start + Suspects.longestPause - .milliseconds(1)) == nil)
        #expect(suspects.next(at: start + Suspects.longestPause) != nil)
    }
}
