import AttacheCore
import AttacheDatabase
import AttacheReports
import SystemPackage
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Batch progress", .inProcess, .timeLimit(.minutes(1)))
struct BatchProgressTests {
    private func item(_ host: String, _ transfer: Duration, supply: MediaSupply = .transferred) -> CompletedItem {
        let entry = InputEntry(
            name: "a.ndjson",
            source: "a.ndjson",
            place: .standardInput,
            framing: .lines,
            compression: nil,
            output: nil
        )
        let input = BatchInput(entry, state: InputState(number: 1))
        let item = BatchItem(input: input, sequence: 0, line: 1, end: 0, content: .bytes([]))
        let trace = TransferRecord(host: host, supply: supply, byteCount: 1, transfer: transfer)
        let record = ItemRecord(source: "a.ndjson#1", outcome: .attached, traces: [trace])
        return CompletedItem(item: item, record: record, line: [], holdsPermit: true, readCount: 10)
    }

    @Test("The slowest host is chosen by its 95th percentile, not by a single transfer")
    func slowest() throws {
        let progress = BatchProgress()
        progress.noteCommitted((0..<100).map { _ in item("often.example", .milliseconds(10)) })
        progress.noteCommitted([item("often.example", .seconds(9))])
        progress.noteCommitted((0..<10).map { _ in item("steady.example", .milliseconds(50)) })
        // Media from the cache gives no information about the host.
        progress.noteCommitted((0..<10).map { _ in item("shared.example", .seconds(20), supply: .shared) })
        let slowest = try #require(progress.snapshot.slowest)
        #expect(slowest.host == "steady.example")
        #expect(slowest.transfers.percentile95 == .milliseconds(50))
        #expect(progress.snapshot.outcomes[.attached] == 121)
        #expect(progress.snapshot.readCount == 1210)
    }

    @Test("The totals of one input are known, those of several are the ledger's")
    func totals() throws {
        let progress = BatchProgress()
        progress.noteCommitted([1, 2].map { item("a.example", .seconds($0)) })
        let summary = try #require(progress.totals).summary(wallTime: .zero)
        #expect(summary.outcomes[.attached] == 2)
        #expect(summary.supplies[.transferred] == 2)
        progress.noteCommitted([BatchSamples.finished(0, of: BatchSamples.input(2))])
        #expect(progress.totals == nil)
    }

    @Test("Items of an earlier process count as done, and are reported separately")
    func earlier() {
        let progress = BatchProgress()
        progress.noteEarlier(500)
        progress.noteCommitted([item("a.example", .seconds(1))])
        #expect(progress.snapshot.readCount == 510)
        #expect(progress.snapshot.earlierCount == 500)
    }
}
