import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheDatabase

@Suite("Group writer", .inProcess, .timeLimit(.minutes(1)))
struct GroupWriterTests {
    /// Records what was written, and holds the first group until it is released.
    private final class Sink: Sendable {
        let groups = Locked<[[Int]]>([])
        let isHeld: StopSignal

        init() throws {
            isHeld = try StopSignal()
        }

        func write(_ group: [Int]) {
            groups.withLock { $0.append(group) }
            _ = isHeld.wait(until: nil)
        }
    }

    @Test("The next group gathers while one is written, and no group exceeds the limit")
    func groups() async throws {
        let sink = try Sink()
        let writer = try GroupWriter<Int>(groupLimit: 3) { sink.write($0) }
        #expect(writer.add(0))
        while sink.groups.withLock({ $0.isEmpty }) { await pause() }
        for number in 1...7 { #expect(writer.add(number)) }
        #expect(writer.waitingCount == 7)
        sink.isHeld.raise()
        writer.shutDown()
        #expect(sink.groups.withLock { $0 } == [[0], [1, 2, 3], [4, 5, 6], [7]])
    }

    @Test("A full queue rejects further writes, and so does a closed writer")
    func rejections() async throws {
        let sink = try Sink()
        let writer = try GroupWriter<Int>(waitingLimit: 2) { sink.write($0) }
        #expect(writer.add(0))
        while sink.groups.withLock({ $0.isEmpty }) { await pause() }
        #expect(writer.add(1))
        #expect(writer.add(2))
        #expect(!writer.add(3))
        sink.isHeld.raise()
        writer.shutDown()
        #expect(!writer.add(4))
        #expect(sink.groups.withLock { $0 } == [[0], [1, 2]])
    }

    @Test("Elements that follow a write are collected until the shutdown, which does not wait for the time to pass")
    func collection() async throws {
        let sink = try Sink()
        sink.isHeld.raise()
        let writer = try GroupWriter<Int>(collection: .seconds(3600)) { sink.write($0) }
        #expect(writer.add(0))
        while sink.groups.withLock({ $0.isEmpty }) { await pause() }
        for number in 1...3 { #expect(writer.add(number)) }
        writer.shutDown()
        #expect(sink.groups.withLock { $0 } == [[0], [1, 2, 3]])
    }
}
