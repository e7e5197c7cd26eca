import AttacheCore
import Testing

@testable import AttacheBatch

@Suite("How much is under way", .timeLimit(.minutes(5)))
struct BackpressureGateTests {
    private static let input = BatchSamples.input(1)
    /// One that takes as much as all may take together.
    private static let large = [BatchSamples.item(0, of: input, byteCount: BackpressureGate.byteLimit / 6)]
    private static let small = [BatchSamples.item(1, of: input, byteCount: 10)]

    /// Makes sure that the reader is held up until the window is closed.
    private static func expectFull(_ window: BackpressureGate) async {
        let reader = Task { await window.waitForRoom() }
        while window.waiterCount == 0 { await Task.yield() }
        window.close()
        #expect(await !reader.value)
    }

    @Test("Open bytes hold the reader up until they are committed or dropped", arguments: [true, false])
    func bytes(isDropped: Bool) async {
        let window = BackpressureGate()
        window.enter(Self.small)
        #expect(await window.waitForRoom())
        window.enter(Self.large)
        let reader = Task { await window.waitForRoom() }
        while window.waiterCount == 0 { await Task.yield() }
        if isDropped { window.drop(Self.large[0]) } else { window.leave(Self.large, behind: 0) }
        #expect(await reader.value)
        #expect(window.hasDropped == isDropped)
    }

    @Test("Over the limit nothing is read")
    func full() async {
        let window = BackpressureGate()
        window.enter(Self.large)
        await Self.expectFull(window)
    }

    @Test("So many items wait for media, and more only when one of them has them")
    func waiting() async {
        let window = BackpressureGate()
        for _ in 1..<BackpressureGate.waitingLimit { window.beginWaiting() }
        #expect(await window.waitForRoom())
        window.beginWaiting()
        window.beginWaiting()
        window.endWaiting()
        await Self.expectFull(window)
    }

    @Test("Results behind a slow one hold the reader up while that one is open")
    func behind() async {
        let window = BackpressureGate()
        window.enter(Self.small + Self.small + Self.small)
        window.leave(Self.small, behind: BackpressureGate.outOfOrderLimit - 1)
        #expect(await window.waitForRoom())
        window.leave(Self.small, behind: BackpressureGate.outOfOrderLimit)
        await Self.expectFull(window)
    }

    @Test("With nothing open the reader goes on, since what the others wait for is not read yet")
    func behindAnEarlierRun() async {
        let window = BackpressureGate()
        window.enter(Self.small)
        window.leave(Self.small, behind: BackpressureGate.outOfOrderLimit * 2)
        #expect(await window.waitForRoom())
    }

    @Test("Closed, nothing more is read")
    func closed() async {
        let window = BackpressureGate()
        window.close()
        #expect(await !window.waitForRoom())
    }
}
