import AttacheCommandLine
import AttacheCore
import AttacheReports
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("What decides the exit status of a batch", .inProcess, .timeLimit(.minutes(1)))
struct ExitStatusCauseTests {
    private func text(_ status: CommandStatus, isInterrupted: Bool = false) -> String {
        var totals = RunTotals()
        for code in [ReasonCode.fetchStatus, .urlPort, .urlInvalid, .urlScheme, .urlHostLocal, .sizeTooLarge] {
            for status in [404, 404, 503] {
                let reason = Reason(code, "Something.", status: code == .fetchStatus ? status : nil)
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
        #expect(line.contains("1 × payload.no-aps") && line.contains("1 × payload.invalid-json"), "\(rejected)")
        #expect(!line.contains("fetch.status"))
        let fallback = text(.fallback).split(separator: "\n").last { $0.hasPrefix("Exit status 4") } ?? ""
        for words in ["2 × fetch.status 404", "1 × fetch.status 503", "3 × size.too-large"] {
            #expect(fallback.contains(words), "\(fallback)")
        }
        #expect(!text(.success).contains("Exit status"))
    }

    @Test("After an interruption the text says how to resume")
    func interruption() {
        #expect(text(.interrupted, isInterrupted: true).contains("same command again"))
        #expect(!text(.success).contains("same command again"))
    }
}
