import Attache
import AttacheCore
import AttacheDatabase
import AttacheTesting
import Foundation
import MediaStore
import SystemPackage
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Resuming a line reader", .inProcess, .timeLimit(.minutes(1)))
struct BatchLineReaderTests {
    private static let text = (0..<6).map { "{\"n\":\($0)}\n" }.joined()

    /// Returns the items that a reader finds in a file, or the rejection.
    private static func items(
        _ text: String,
        from state: InputState,
        finished: Set<Int> = []
    ) throws -> Result<[BatchItem], InputError> {
        try read(text, from: state, finished: finished).map { $0.units.flatMap(\.items) }
    }

    /// Returns the chunks of a file and the bytes that were skipped, or the rejection.
    private static func read(
        _ text: String,
        from state: InputState,
        finished: Set<Int> = []
    ) throws -> Result<(units: [BatchChunk], skipped: Int), InputError> {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let path = scratch.path("lines.ndjson")
        try Data(text.utf8).write(to: URL(filePath: path))
        let entry = InputEntry(
            name: "a.ndjson",
            source: "a.ndjson",
            place: .file(FilePath(path)),
            framing: .lines,
            compression: nil,
            output: "a.ndjson"
        )
        let bytes = try InputByteReader.open(DiscoveredInput(entry: entry), stopDescriptor: -1).get()
        let opening = BatchLineReader.open(BatchInput(entry, state: state), finished: finished, bytes: bytes)
        do throws(InputError) {
            let feed = try opening.get()
            var units: [BatchChunk] = []
            while let unit = try feed.next() { units.append(unit) }
            return .success((units, feed.skippedCount))
        } catch {
            return .failure(error)
        }
    }

    /// The stored state of a run that finished these lines and digested this many bytes.
    private static func state(lines: Int, digested: Int) -> InputState {
        var state = InputState(number: 1)
        var digest = RunningDigest()
        digest.update(Array(text.utf8)[..<digested])
        state.digest = digest.value
        state.digestedCount = digested
        state.itemCount = lines
        state.line = lines
        state.consumedCount = lines * 8
        return state
    }

    @Test("Reading resumes after the last finished line, wherever the digest ends", arguments: [0, 5, 16, 20, 33, 48])
    func resumesAfterLastFinishedLine(digested: Int) throws {
        let items = try Self.items(Self.text, from: Self.state(lines: 2, digested: digested)).get()
        #expect(items.map(\.sequence) == [2, 3, 4, 5])
        #expect(items.map(\.line) == [3, 4, 5, 6])
        #expect(items.map(\.end) == [24, 32, 40, 48])
    }

    @Test(
        "What was read beyond the resume offset is left to do, and does not count as skipped",
        arguments: [0, 16, 33, 48]
    )
    func progress(digested: Int) throws {
        let found = try Self.read(Self.text, from: Self.state(lines: 2, digested: digested)).get()
        #expect(found.skipped == 16)
        #expect(found.units.map(\.readCount).reduce(0, +) == 32)
    }

    @Test("Items that finished out of order are skipped")
    func finished() throws {
        let items = try Self.items(Self.text, from: Self.state(lines: 1, digested: 8), finished: [2, 4]).get()
        #expect(items.map(\.sequence) == [1, 3, 5])
    }

    @Test("Lines that were read ahead but not finished are compared too")
    func readAhead() throws {
        let state = Self.state(lines: 2, digested: 40)
        #expect(try Self.items(Self.text, from: state).get().count == 4)
        let other = Self.text.replacing("\"n\":4", with: "\"m\":4")
        #expect(throws: InputError.changed) { try Self.items(other, from: state).get() }
    }

    @Test("Changed bytes before the resume point are detected, later ones are accepted")
    func changed() throws {
        let state = Self.state(lines: 3, digested: 24)
        #expect(throws: InputError.self) {
            try Self.items(Self.text.replacing("\"n\":1", with: "\"m\":1"), from: state).get()
        }
        #expect(try Self.items(Self.text.replacing("\"n\":4", with: "\"m\":4"), from: state).get().count == 3)
        #expect(throws: InputError.self) { try Self.items("{\"n\":0}\n", from: state).get() }
    }
}
