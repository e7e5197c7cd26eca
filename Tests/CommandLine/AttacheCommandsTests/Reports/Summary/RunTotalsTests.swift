import AttacheCore
import TestWidth
import Testing

@testable import AttacheReports

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RunTotalsTests {
    private func summary(_ records: [ItemRecord]) -> RunSummary {
        var totals = RunTotals()
        for record in records { totals.add(record) }
        return totals.summary(wallTime: .seconds(2))
    }

    private func attached(_ digest: String, supply: MediaSupply, transfer: Duration = .milliseconds(10)) -> ItemRecord {
        let file = StoredFile(path: "/store/\(digest)", sha256: digest, byteCount: 100)
        let attachment = Attachment(
            identifier: "media",
            file: file,
            format: .png,
            fileExtension: "png",
            pixels: nil,
            frameCount: nil,
            source: "https://h.example/a.png"
        )
        var timing = ResultTiming(total: .milliseconds(12), inspection: .milliseconds(1))
        timing.transfer.body = transfer
        return ItemRecord(
            source: "a.json",
            outcome: .attached,
            attachments: [attachment],
            timing: timing,
            traces: [TransferRecord(host: "h.example", supply: supply, byteCount: 100, transfer: transfer)]
        )
    }

    @Test("Outcomes, fallbacks and the rate are counted; resumed items do not count for the rate")
    func outcomes() {
        var totals = RunTotals()
        totals.add(ItemRecord(source: "a", outcome: .plain, isFallback: true), isResumed: true)
        totals.add(ItemRecord(source: "b", outcome: .untouched))
        totals.add(ItemRecord(source: "c", outcome: .rejected))
        let summary = totals.summary(wallTime: .seconds(4), isInterrupted: true)
        #expect(summary.itemCount == 3)
        #expect(summary.outcomes[.plain] == 1)
        #expect(summary.fallbackCount == 1)
        #expect(summary.resumedCount == 1)
        #expect(summary.itemsPerSecond == 0.5)
        #expect(summary.isInterrupted)
        #expect(totals.summary(wallTime: .zero).itemsPerSecond == 0)
    }

    @Test("Media that were repaired are counted, and those that needed it in vain")
    func repairs() {
        var repaired = attached(String(repeating: "a", count: 64), supply: .transferred)
        repaired.traces[0].repair = RepairRecord(.convert, .repaired, from: "image/webp", bytesBefore: 1)
        var failed = ItemRecord(source: "b", outcome: .plain, traces: repaired.traces)
        failed.traces[0].repair?.outcome = .toolMissing
        let plain = attached(String(repeating: "b", count: 64), supply: .transferred)
        let counted = summary([repaired, repaired, failed, plain])
        #expect(counted.repairedCount == 2 && counted.unrepairedCount == 1)
        #expect(SummaryText.media(counted).contains { $0.name == "repaired" && $0.value == "2, 1 not" })
        #expect(!SummaryText.media(summary([plain])).contains { $0.name == "repaired" })
        var writer = JSONWriter()
        SummaryEncoder.write(counted, to: &writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self).contains(#""repaired":2,"unrepaired":1,"saved_ms""#))
    }

    @Test("A file that several items show counts once, its bytes once per device")
    func files() {
        let one = String(repeating: "a", count: 64)
        let other = String(repeating: "b", count: 64)
        let media = summary([
            attached(one, supply: .transferred), attached(one, supply: .shared), attached(other, supply: .cached),
        ]).media
        #expect(media.attachmentCount == 3)
        #expect(media.attachedByteCount == 300)
        #expect(media.fileCount == 2)
        #expect(media.fileByteCount == 200)
        #expect(media.isFileCountExact)
    }

    @Test(
        "Each supply counts in its own total",
        arguments: [
            (MediaSupply.transferred, 100, 0, 1), (.shared, 0, 10, 0), (.cached, 0, 10, 0), (.revalidated, 0, 0, 1),
        ]
    )
    func supplies(_ supply: MediaSupply, downloaded: Int, saved: Int, transfers: Int) {
        let summary = summary([attached("00", supply: supply)])
        #expect(summary.supplies[supply] == 1)
        #expect(summary.supplies.hitCount == (supply == .transferred ? 0 : 1))
        #expect(summary.transferredByteCount == downloaded)
        #expect(summary.timeSaved == .milliseconds(saved))
        #expect(summary.hosts.map(\.transfers.count) == (transfers == 0 ? [] : [transfers]))
        // An item without a request carries another item's time.
        #expect(summary.stages.map(\.durations.count) == [0, 0, 0, 0, transfers, transfers])
    }

    @Test("A reason counts once per item; blocking reasons come first, then those that are most often the headline")
    func reasons() {
        let note = Reason(.atsLocalHTTP, "Local.")
        let insecure = Reason(.atsInsecureHTTP, "First.", fix: "Use https.")
        let size = Reason(.sizeTooLarge, "Large.")
        let summary = summary([
            ItemRecord(source: "a", outcome: .plain, reasons: [note, size, size]),
            ItemRecord(source: "b", outcome: .plain, reasons: [insecure, size, note]),
            ItemRecord(source: "c", outcome: .plain, reasons: [insecure, size, note]),
        ])
        #expect(summary.reasons.map(\.code) == [.atsInsecureHTTP, .sizeTooLarge, .atsLocalHTTP])
        #expect(summary.reasons.map(\.itemCount) == [2, 3, 3])
        #expect(summary.reasons.map(\.headlineCount) == [2, 1, 0])
        #expect(summary.reasons.first?.exampleSource == "b")
        #expect(summary.reasons.first?.exampleFix == "Use https.")
    }

    @Test("Transfers without a file are failures of their host; slow hosts come first")
    func hosts() {
        func record(_ host: String?, _ byteCount: Int, _ transfer: Duration) -> ItemRecord {
            let trace = TransferRecord(host: host, supply: .transferred, byteCount: byteCount, transfer: transfer)
            return ItemRecord(source: "a", outcome: .plain, traces: [trace])
        }
        let summary = summary([
            record("quick", 5, .milliseconds(3)), record("slow", 0, .seconds(3)), record("quick", 0, .milliseconds(3)),
            record(nil, 0, .seconds(9)),
        ])
        #expect(summary.hosts.map(\.host) == ["slow", "quick"])
        #expect(summary.hosts.map(\.failureCount) == [1, 1])
        #expect(summary.hosts.map(\.transfers.count) == [1, 2])
    }

    @Test("Above the limit, the number of distinct files is a lower bound")
    func manyFiles() {
        var files = DistinctFiles()
        for index in 0...DistinctFiles.capacity {
            let digits = String(index, radix: 16)
            let prefix = String(repeating: "0", count: 16 - digits.count) + digits
            files.add(StoredFile(path: "", sha256: prefix, byteCount: 1))
            if index == DistinctFiles.capacity - 1 { #expect(files.isComplete) }
        }
        #expect(!files.isComplete)
        #expect(files.count == DistinctFiles.capacity)
    }
}
