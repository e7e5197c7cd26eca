import AttacheCommandLine
import AttacheCore
import AttacheReports
import Testing

@testable import AttacheCommands

@Suite("What decides the exit status of a batch", .timeLimit(.minutes(5)))
struct ExitStatusCauseTests {
    private func text(_ status: CommandStatus, isInterrupted: Bool = false) -> String {
        var totals = RunTotals()
        for code in [ReasonCode.fetchStatus, .urlPort, .urlInvalid, .urlScheme, .urlHostLocal, .sizeTooLarge] {
            for _ in 1...3 {
                let reason = Reason(code, "Something.")
                totals.add(ItemRecord(source: "a.json", outcome: .plain, isFallback: true, reasons: [reason]))
            }
        }
        for code in [ReasonCode.payloadNoAPS, .payloadInvalidJSON] {
            totals.add(ItemRecord(source: "b.json", outcome: .rejected, reasons: [Reason(code, "Something.")]))
        }
        let summary = totals.summary(wallTime: .seconds(1), isInterrupted: isInterrupted)
        return RunSummaryText(style: Style(isColored: false)).render(summary, status: status)
    }

    @Test("Every reason that decides it is named, however many there are")
    func causes() {
        let rejected = text(.rejectedInput)
        let line = rejected.split(separator: "\n").last { $0.hasPrefix("Exit status 3") } ?? ""
        #expect(line.contains("payload.no-aps 1") && line.contains("payload.invalid-json 1"), "\(rejected)")
        #expect(!line.contains("fetch.status"))
        let fallback = text(.fallback).split(separator: "\n").last { $0.hasPrefix("Exit status 4") } ?? ""
        #expect(fallback.contains("fetch.status 3") && fallback.contains("size.too-large 3"), "\(fallback)")
        #expect(!text(.success).contains("Exit status"))
    }

    @Test("After an interruption the text says how to resume")
    func interruption() {
        #expect(text(.interrupted, isInterrupted: true).contains("same command again"))
        #expect(!text(.success).contains("same command again"))
    }
}
