import Foundation
import SystemPackage
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Total input size", .inProcess, .timeLimit(.minutes(1)))
struct InputTotalTests {
    @Test("Sizes add up, and counting stops when the run ends")
    func counts() throws {
        let directory = FileManager.default.temporaryDirectory.path + "/attache-total-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
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
