import AttacheCore
import AttacheSystem
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Batch buffer", .inProcess, .timeLimit(.minutes(1)))
struct BatchBufferTests {
    private func lines(_ buffer: BatchBuffer) async -> [Int] {
        var lines: [Int] = []
        while var unit = await buffer.next() {
            while let item = unit.next(at: .now) { lines.append(item.origin.line ?? 0) }
        }
        return lines
    }

    @Test("Every byte is released, including bytes that belong to no item")
    func givingBack() async {
        let count = Locked(0)
        let buffer = BatchBuffer(itemLimit: 100) { bytes in count.withLock { $0 += bytes } }
        let bodies = ["  \n{}\n{}\n", String(repeating: " ", count: 1000), "\n{}", String(repeating: "x", count: 1000)]
        for body in bodies { buffer.append(Array(body.utf8)) }
        buffer.finish()
        #expect(await lines(buffer) == [2, 3, 5])
        #expect(count.withLock { $0 } == bodies.map(\.utf8.count).reduce(0, +))
    }

    @Test(
        "A partial item is discarded when the body ends early",
        arguments: [("{}\n{", 1), ("[{},{", 1), ("[{}, {} ,", 2)]
    )
    func brokenOff(_ body: String, _ count: Int) async {
        let buffer = BatchBuffer(itemLimit: 100)
        buffer.append(Array(body.utf8))
        buffer.cancel()
        #expect(await lines(buffer) == Array(1...count))
    }
}
