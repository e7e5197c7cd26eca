import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheServer

@Suite("The log of refused requests", .inProcess, .timeLimit(.minutes(1)))
struct RefusalLogTests {
    @Test("Of requests without TLS there is at most one line a second, with the number of the others")
    func plainRequests() async throws {
        let start = ContinuousClock.now
        let lines = try await lines { refusals in
            for milliseconds in [0, 1, 999, 1000, 1500, 2000, 5000] {
                refusals.reportWithoutTLS("client-\(milliseconds)", at: start + .milliseconds(milliseconds))
            }
        }
        let expected = [
            #""address":"client-0"}"#, #""address":"client-1000","others":2}"#, #""address":"client-2000","others":1}"#,
            #""address":"client-5000"}"#,
        ]
        #expect(lines.count == expected.count)
        for (line, end) in zip(lines, expected) { #expect(line.hasSuffix(end), "\(line)") }
    }

    @Test("Of overloads there is one line of each kind in ten seconds; other problems are the client's")
    func overloads() async throws {
        let start = ContinuousClock.now
        let lines = try await lines { refusals in
            for second in [0, 1, 9] {
                refusals.report(.tooManyRequests, at: start + .seconds(second))
                refusals.report(.unavailable, at: start + .seconds(second))
                refusals.report(.invalidJSON, at: start + .seconds(second))
            }
            refusals.report(.tooManyRequests, at: start + .seconds(10))
        }
        #expect(lines.count == 3)
        #expect(lines.map { $0.contains(#""status":429"#) } == [true, false, true])
        #expect(lines.map { $0.contains(#""others":2"#) } == [false, false, true])
        #expect(lines.allSatisfy { $0.contains(#""level":"warning""#) })
    }

    private func lines(_ work: (RefusalLog) -> Void) async throws -> [String] {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let path = scratch.path("plain")
        try Data().write(to: URL(filePath: path))
        let file = try #require(FileHandle(forWritingAtPath: path))
        let log = ServiceLog(descriptor: file.fileDescriptor)
        work(RefusalLog(log))
        await log.flush(within: .seconds(300))
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        withExtendedLifetime(file) {}
        return lines
    }
}
