import AttacheSystem
import Foundation
import Glibc
import Logging
import TestWidth
import Testing

@testable import AttacheServer

/// The log: its lines, and that logging never blocks on a slow reader.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct LogTests {
    /// Longer than any write to a pipe that is read takes.
    private static let patience = Duration.seconds(300)

    /// A pipe as a slow standard error.
    private final class Pipe {
        let reading: Int32
        let writing: Int32

        init(_ kind: __socket_type = SOCK_STREAM) throws {
            var ends: [Int32] = [-1, -1]
            // Close-on-exec, since a child process of another test would keep the pipe open.
            let type = Int32(kind.rawValue | SOCK_CLOEXEC.rawValue)
            try #require(unsafe socketpair(AF_UNIX, type, 0, &ends) == 0)
            (reading, writing) = (ends[0], ends[1])
        }

        deinit { close(reading) }

        /// All messages written, up to the end.
        func messages() async -> [String] {
            close(writing)
            return await ServiceProcess.onThread { [reading] in
                var messages: [String] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while case let count = unsafe read(reading, &buffer, buffer.count), count > 0 {
                    messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
                }
                return messages
            }
        }

        /// All text written, up to the end.
        func text() async -> String {
            close(writing)
            return await ServiceProcess.onThread { [reading] in
                String(decoding: FileHandle(fileDescriptor: reading).readDataToEndOfFile(), as: UTF8.self)
            }
        }
    }

    struct Moment: Sendable, CustomTestStringConvertible {
        let milliseconds: Int
        let testDescription: String
    }

    @Test(arguments: [
        Moment(milliseconds: 0, testDescription: "1970-01-01T00:00:00.000Z"),
        Moment(milliseconds: -1, testDescription: "1969-12-31T23:59:59.999Z"),
        Moment(milliseconds: 951_782_399_999, testDescription: "2000-02-28T23:59:59.999Z"),
        Moment(milliseconds: 951_782_400_000, testDescription: "2000-02-29T00:00:00.000Z"),
        Moment(milliseconds: 951_868_800_007, testDescription: "2000-03-01T00:00:00.007Z"),
        Moment(milliseconds: 1_795_275_433_042, testDescription: "2026-11-21T15:37:13.042Z"),
        Moment(milliseconds: 4_107_542_399_000, testDescription: "2100-02-28T23:59:59.000Z"),
        Moment(milliseconds: 4_107_542_400_000, testDescription: "2100-03-01T00:00:00.000Z"),
    ])
    func timestampsMatchCalendar(_ moment: Moment) {
        #expect(LogTime(milliseconds: moment.milliseconds).text == moment.testDescription)
    }

    @Test func lineIsOneJSONObject() async throws {
        let pipe = try Pipe()
        let log = ServiceLog(descriptor: pipe.writing)
        var logger = log.logger("test")
        logger[metadataKey: "own"] = "always"
        logger.info(
            "a \"message\"\nin two lines",
            metadata: [
                "count": .stringConvertible(3), "flag": .stringConvertible(true), "message": "taken",
                "list": ["a", "b"], "inner": ["key": "value"], "Authorization": "Bearer abc",
                "url": "https://user:word@example.com/a?signature=abc",
            ]
        )
        logger.debug("not wanted")
        await log.flush(within: Self.patience)
        let lines = await pipe.text().split(separator: "\n")
        let line = try #require(lines.first)
        #expect(lines.count == 1 && !line.contains("abc") && !line.contains("word@"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["level"] as? String == "info" && object["logger"] as? String == "test")
        #expect(object["message"] as? String == "a \"message\"\nin two lines")
        #expect(object["message_"] as? String == "taken" && object["own"] as? String == "always")
        #expect(object["count"] as? Int == 3 && object["flag"] as? Bool == true)
        #expect(object["list"] as? [String] == ["a", "b"] && object["inner.key"] as? String == "value")
        #expect(line.hasPrefix(#"{"time":"2"#))
    }

    @Test func textFormatIsReadable() async throws {
        let pipe = try Pipe()
        let log = ServiceLog(descriptor: pipe.writing, format: .text, level: .warning)
        log.logger("test").warning(
            "look",
            metadata: ["word": "one", "words": "two of them", "empty": "", "z": "\u{9B}31m"]
        )
        log.write(.info, "not wanted") { _ in }
        await log.flush(within: Self.patience)
        let text = await pipe.text()
        #expect(
            text.hasSuffix(#" warning look logger=test empty="" word=one words="two of them" z="\u009b31m""# + "\n")
        )
    }

    /// Each write is one message of the socket.
    @Test func linesOfOneMomentAreWrittenTogether() async throws {
        let pipe = try Pipe(SOCK_SEQPACKET)
        let (writes, moments) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let collect: @Sendable () -> Void = {
            writes.signal()
            moments.wait()
        }
        let sink = LogSink(descriptor: pipe.writing, limit: 1024, collect: collect) { _ in [] }
        sink.write(Array("first\n".utf8))
        await ServiceProcess.onThread { writes.wait() }
        for line in ["second\n", "third\n"] { sink.write(Array(line.utf8)) }
        for _ in 0..<4 { moments.signal() }
        await sink.flush(within: Self.patience)
        #expect(await pipe.messages() == ["first\n", "second\nthird\n"])
    }

    @Test func loggingNeverBlocks() async throws {
        let pipe = try Pipe()
        let log = ServiceLog(descriptor: pipe.writing, limit: 256 * 1024)
        // Far more than the pipe and the buffer hold, and nothing reads.
        for number in 0..<20_000 { log.write(.info, "line") { $0.member("number", number) } }
        let dropped = log.droppedLineCount
        #expect(dropped > 0)
        await log.flush(within: .milliseconds(1))
        // The reader resumes, and reads until the waiting lines are written.
        let reader = Task {
            await ServiceProcess.onThread { [reading = pipe.reading] in
                var bytes: [UInt8] = []
                while String(decoding: bytes.suffix(64), as: UTF8.self).contains("last") == false {
                    var buffer = [UInt8](repeating: 0, count: 65_536)
                    let count = unsafe read(reading, &buffer, buffer.count)
                    guard count > 0 else { break }
                    bytes += buffer.prefix(count)
                }
                return String(decoding: bytes, as: UTF8.self)
            }
        }
        await log.flush(within: Self.patience)
        log.write(.info, "last") { _ in }
        let text = await reader.value
        let objects = text.split(separator: "\n").map {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(objects.allSatisfy { $0 != nil }, "a line is truncated")
        let reported = objects.compactMap { $0?["dropped"] as? Int }.reduce(0, +)
        #expect(reported == dropped)
        #expect(objects.filter { $0?["message"] as? String == "line" }.count == 20_000 - dropped)
    }
}
