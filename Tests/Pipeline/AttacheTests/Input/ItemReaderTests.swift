import Attache
import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ItemReaderTests {
    private let scratch: ScratchDirectory
    private var directory: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func items(_ text: String, _ framing: InputFraming?, name: String = "f") throws -> [(String, String)] {
        let file = directory.appending(path: name)
        try Data(text.utf8).write(to: file)
        let path = file.path(percentEncoded: false)
        let reader = try ItemReader(.file(path), framing: framing, stopDescriptor: -1, time: SystemTime())
        var items: [(String, String)] = []
        while var unit = reader.next() {
            while let item = unit.next(at: .now) {
                let position = String(item.source.dropFirst(path.count))
                switch item.content {
                case .bytes(let bytes): items.append((position, String(decoding: bytes, as: UTF8.self)))
                case .tooLong(let limit): items.append((position, "longer than \(limit)"))
                case .unreadable(let sentence): items.append((position, sentence))
                case .transcribed(let bytes, _): items.append((position, String(decoding: bytes, as: UTF8.self)))
                }
            }
        }
        return items
    }

    private func expect(_ items: [(String, String)], _ expected: [(String, String)]) {
        #expect(items.map(\.0) == expected.map(\.0))
        #expect(items.map(\.1) == expected.map(\.1))
    }

    @Test func linesSkipBlanksAndAcceptCRLF() throws {
        expect(
            try items("{\"a\":1}\r\n\n  \n{\"b\":2}", .lines),
            [("#1", "{\"a\":1}\r"), ("#4", "{\"b\":2}")]
        )
    }

    @Test func singleValueIsWholeInput() throws {
        expect(try items("{}\n{}\n", .oneValue), [("", "{}\n{}\n")])
    }

    @Test(arguments: [
        ("{}\n{}\n", 2), ("{}\n\n{}", 2), ("\n{}\n[]\n", 2), ("{}\n", 1), ("{}", 1), ("{}\n \n", 1), ("{\n}\n", 1),
        ("{\n}\n{}\n", 1), ("", 1),
    ])
    func detectionChoosesLinesIfFirstLineIsCompleteAndMoreFollow(_ text: String, count: Int) throws {
        #expect(try items(text, nil).count == count)
    }

    @Test(arguments: [(0, false), (1, true)])
    func lineMayHave64KiB(_ over: Int, isTooLong: Bool) throws {
        let line = String(repeating: "x", count: ItemReader.itemLimit + over)
        let items = try items("\(line)\n{}\n", .lines)
        #expect(items.count == 2)
        #expect((items[0].1 == "longer than 65536") == isTooLong)
        #expect(items[1].0 == "#2")
        #expect(items[1].1 == "{}")
    }

    @Test(arguments: [(0, false), (1, true)])
    func fileMayHave64KiB(_ over: Int, isTooLong: Bool) throws {
        let items = try items(String(repeating: "x", count: ItemReader.itemLimit + over), .oneValue)
        #expect((items[0].1 == "longer than 65536") == isTooLong)
    }

    @Test func lineOfManyPiecesIsSkipped() throws {
        let line = String(repeating: "x", count: 5_000_000)
        expect(try items("\(line)\n{}", .lines), [("#1", "longer than 65536"), ("#2", "{}")])
    }

    @Test func directoryIsRejected() {
        let sentence = GoldenMessages["file.directory", ["path": "/tmp"]]
        #expect(throws: InputError(sentence: sentence)) {
            _ = try ByteStream(.file("/tmp"))
        }
    }

    @Test func missingFileIsReportedWithSystemMessage() {
        let values = ["path": "/nowhere/x", "cause": "No such file or directory"]
        #expect(throws: InputError(sentence: GoldenMessages["file.cannot-be-read", values])) {
            _ = try ByteStream(.file("/nowhere/x"))
        }
    }

    /// A pipe is opened before its writer comes, and read to its end.
    @Test func pipeIsReadAsStream() throws {
        let path = directory.appending(path: "fifo").path(percentEncoded: false)
        let made = unsafe mkfifo(path, 0o600)
        #expect(made == 0)
        let stream = try ByteStream(.file(path))
        let writer = unsafe open(path, O_WRONLY | O_CLOEXEC)
        #expect(FileDescriptor.writeAll(Array("{}".utf8), to: writer) == .written)
        close(writer)
        #expect(try Array(stream.next()) == Array("{}".utf8))
        #expect(try stream.next().isEmpty)
    }

    @Test func deviceIsRefused() {
        #expect(throws: InputError(sentence: GoldenMessages["file.not-regular", ["path": "/dev/null"]])) {
            _ = try ByteStream(.file("/dev/null"))
        }
    }
}
