import AttacheTesting
import NIOEmbedded
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Time of clients on an event loop", .inProcess, .timeLimit(.minutes(1)))
struct LoopTimeTests {
    private let clock = ManualClock()
    private let client = Client(name: "a")

    /// Makes answers that take this long, until there is no time left; returns their number, at most `limit`.
    private func spend(_ time: LoopTime, of client: Client, each duration: Duration, limit: Int) -> Int {
        var count = 0
        while count < limit, time.spend(of: client, { clock.advance(by: duration) }) != nil { count += 1 }
        return count
    }

    /// The time that an answer takes in microseconds, and the answers that one client has in a turn of the loop.
    static let turns: [(Int, Int)] = [(0, 40), (20, 25), (200, 3), (499, 2), (500, 1), (3000, 1)]

    @Test("The connections of a client have half a millisecond of a loop's turn together", arguments: turns)
    func turn(microseconds: Int, count: Int) {
        let loop = EmbeddedEventLoop()
        let time = LoopTime(loop) { [clock] in clock.now }
        for _ in 0..<2 {
            #expect(spend(time, of: client, each: .microseconds(microseconds), limit: 40) == count)
            #expect(time.spend(of: Client(name: "b")) { true } == true)
            loop.run()
            clock.advance(by: .milliseconds(8))
        }
    }

    @Test("A long answer is followed by a pause of its client", arguments: [(7499, 0), (7500, 1)])
    func pause(microseconds: Int, count: Int) {
        let loop = EmbeddedEventLoop()
        let time = LoopTime(loop) { [clock] in clock.now }
        #expect(spend(time, of: client, each: .milliseconds(3), limit: 1) == 1)
        loop.run()
        clock.advance(by: .microseconds(microseconds))
        #expect(spend(time, of: client, each: .milliseconds(3), limit: 1) == count)
    }

    @Test("Each loop has its own time, which its connections share")
    func loops() {
        let times = LoopTimes { [clock] in clock.now }
        let loops = [EmbeddedEventLoop(), EmbeddedEventLoop()]
        for loop in loops {
            #expect(spend(times.time(of: loop), of: client, each: .milliseconds(3), limit: 1) == 1)
            #expect(spend(times.time(of: loop), of: client, each: .milliseconds(3), limit: 1) == 0)
        }
    }
}
