import AttacheTesting
import Foundation
import SystemPackage
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Total input size", .inProcess, .timeLimit(.minutes(1)))
struct InputTotalTests {
    @Test("Sizes add up, and counting stops when the run ends")
    func counts() throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path
        for index in 0..<100 { try Data(count: 10).write(to: URL(filePath: "\(directory)/\(index).json")) }
        try Data(count: 10).write(to: URL(filePath: "\(directory)/readme.txt"))
        let roots = try BatchRoots([directory], output: "\(directory)-out").roots
        #expect(InputTotal.byteCount(of: roots) { false } == 1000)
        var asked = 0
        let stopped = InputTotal.byteCount(of: roots) {
            asked += 1
            return asked == 5
        }
        #expect(stopped == nil)
        #expect(asked == 5)
        #expect(InputTotal.byteCount(of: try BatchRoots(["-"], output: "out").roots) { false } == nil)
    }
}
