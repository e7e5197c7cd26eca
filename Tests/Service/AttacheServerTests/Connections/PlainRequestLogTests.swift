import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheServer

@Suite("The log of requests without TLS", .inProcess, .timeLimit(.minutes(1)))
struct PlainRequestLogTests {
    @Test("There is at most one line a second, with the number of the others")
    func rate() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let path = scratch.path("plain")
        try Data().write(to: URL(filePath: path))
        let file = try #require(FileHandle(forWritingAtPath: path))
        let log = ServiceLog(descriptor: file.fileDescriptor)
        let requests = PlainRequestLog(log)
        let start = ContinuousClock.now
        for milliseconds in [0, 1, 999, 1000, 1500, 2000, 5000] {
            requests.report("client-\(milliseconds)", at: start + .milliseconds(milliseconds))
        }
        await log.flush(within: .seconds(300))
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let expected = [
            #""address":"client-0"}"#, #""address":"client-1000","others":2}"#, #""address":"client-2000","others":1}"#,
            #""address":"client-5000"}"#,
        ]
        #expect(lines.count == expected.count)
        for (line, end) in zip(lines, expected) { #expect(line.hasSuffix(end), "\(line)") }
        withExtendedLifetime(file) {}
    }
}
