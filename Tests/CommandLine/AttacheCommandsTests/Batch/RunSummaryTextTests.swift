import AttacheCore
import AttacheReports
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RunSummaryTextTests {
    private func render(_ records: [ItemRecord], isInterrupted: Bool = false, isColored: Bool = false) -> String {
        var totals = RunTotals()
        for record in records { totals.add(record) }
        let summary = totals.summary(wallTime: .seconds(3), isInterrupted: isInterrupted)
        return RunSummaryText(style: Style(isColored: isColored)).render(summary)
    }

    @Test("The summary lists outcomes, reasons with an example and its fix, hosts and media")
    func all() {
        let traces = [
            TransferRecord(host: "h.example", supply: .transferred, byteCount: 0, transfer: .milliseconds(20)),
            TransferRecord(host: "h.example", supply: .shared, byteCount: 0, transfer: .seconds(2)),
        ]
        let reasons = [Reason(.fetchStatus, "The origin answered 404.", fix: "Look at the URL.")]
        let text = render([
            ItemRecord(source: "a\u{1B}.json", outcome: .plain, isFallback: true, reasons: reasons, traces: traces),
            ItemRecord(source: "b.json", outcome: .untouched), ItemRecord(source: "c.json", outcome: .untouched),
        ])
        #expect(text == GoldenMessages["summary.whole", ["source": "a\\u{1b}.json"]] + "\n")
    }

    @Test("A run without media has a short summary; an interrupted run is reported as such")
    func short() {
        #expect(render([]) == GoldenMessages["summary.empty", ["time": "3.0 s"]] + "\n")
        let text = render([ItemRecord(source: "b.json", outcome: .untouched)], isInterrupted: true, isColored: true)
        #expect(text.contains("\u{1B}[31m\(GoldenMessages["summary.interrupted"])\u{1B}[0m"))
    }

    /// The advice is that of the command: the same one does not resume a run that starts over, or standard input.
    @Test(
        arguments: [
            (ResumeAdvice.sameCommand, "Run the same command again to resume: "),
            (.withoutFresh, "Run the same command without --fresh to resume: "), (.none, nil),
        ] as [(ResumeAdvice, String?)]
    )
    func interruptedRunAdvisesWhatResumes(_ advice: ResumeAdvice, words: String?) {
        var totals = RunTotals()
        totals.add(ItemRecord(source: "b.json", outcome: .untouched))
        var summary = totals.summary(wallTime: .seconds(3), isInterrupted: true)
        summary.resumeAdvice = advice
        let text = RunSummaryText(style: Style(isColored: false)).render(summary)
        #expect(text.contains("Run the same command") == (words != nil))
        if let words { #expect(text.contains(words)) }
        #expect(SummaryText.interruption(summary).contains("to resume.") == (words != nil))
        summary.isInterrupted = false
        #expect(!RunSummaryText(style: Style(isColored: false)).render(summary).contains("to resume"))
    }

    @Test("Only the first reasons are listed, with the number of omitted ones")
    func many() {
        let reasons = ReasonCode.allCases.prefix(8).map { Reason($0, "Text.") }
        let text = render([ItemRecord(source: "a", outcome: .plain, reasons: reasons)])
        #expect(text.split(separator: "\n").count { $0.hasPrefix("  ✗") || $0.hasPrefix("  !") } == 5)
        #expect(text.contains(GoldenMessages["summary.more", ["count": "3"]]))
    }

    /// A rejected item decides the exit status, however rare it is.
    @Test func reasonsOfRejectedItemsAreAlwaysListed() {
        var records = [404, 403, 410, 500, 502, 503].flatMap { status in
            (0..<2).map { _ in
                ItemRecord(
                    source: "a",
                    outcome: .plain,
                    isFallback: true,
                    reasons: [Reason(.fetchStatus, "Text.", status: status)]
                )
            }
        }
        records.append(ItemRecord(source: "b", outcome: .rejected, reasons: [Reason(.payloadNoAPS, "Text.")]))
        let text = render(records)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("  ✗") } == 6)
        #expect(text.contains("payload.no-aps"))
        #expect(text.contains(GoldenMessages["summary.more", ["count": "1"]]))
    }
}
