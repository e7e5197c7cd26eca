import AttacheCommandLine
import AttacheCore
import AttacheReports
import CommandSupport

/// The summary of a run on standard error.
struct RunSummaryText: Sendable {
    /// The limit of listed reasons; the reports contain all.
    static let reasonLimit = 5
    static let hostLimit = 3

    let style: Style

    /// The text in lines of the width of standard error's terminal.
    func wrapped(_ summary: RunSummary, status: CommandStatus) -> String {
        TerminalText.ofErrors.wrapped(render(summary, status: status))
    }

    /// Returns the text; `status` is the exit status, whose causes are named.
    func render(_ summary: RunSummary, status: CommandStatus = .success) -> String {
        var lines = [headline(summary)]
        lines += outcomes(summary)
        lines += reasons(summary)
        lines += hosts(summary)
        lines += media(summary)
        lines += causes(of: status, in: summary)
        if summary.isInterrupted, let clause = summary.resumeAdvice.clause {
            lines += ["", "\(clause): finished items are not processed again."]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func headline(_ summary: RunSummary) -> String {
        let count = CountText.grouped(summary.itemCount)
        var line = "\(count) \(summary.itemCount == 1 ? "item" : "items") in \(DurationText.text(summary.wallTime))"
        if summary.itemsPerSecond > 0 { line += ", \(CountText.rate(summary.itemsPerSecond))/s" }
        if summary.resumedCount > 0 { line += ", \(CountText.grouped(summary.resumedCount)) from an earlier run" }
        let words = style.strong(line)
        return summary.isInterrupted ? "\(words) \(style.bad("interrupted before the end"))" : words
    }

    private func outcomes(_ summary: RunSummary) -> [String] {
        let shown = summary.outcomes.all.filter { $0.count > 0 }
        let counts = shown.map { CountText.grouped($0.count) }
        let width = counts.map(\.count).max() ?? 0
        return zip(shown, counts).map { entry, count in
            let number = String(repeating: " ", count: width - count.count) + count
            let percent = CountText.percent(entry.count, of: summary.itemCount)
            return
                "  \(style.outcome(entry.outcome, entry.outcome.rawValue.padded(to: 9)))  \(number)  \(style.faint(percent))"
        }
    }

    private func reasons(_ summary: RunSummary) -> [String] {
        guard !summary.reasons.isEmpty else { return [] }
        var lines = ["", style.strong("Reasons")]
        // What decides the exit status is always listed: rejected items end a run with 3.
        let shown = summary.reasons.enumerated().filter { index, tally in
            index < Self.reasonLimit || (tally.code.stage == "payload" && tally.headlineCount > 0)
        }.map(\.element)
        for tally in shown {
            let mark = tally.severity == .block ? style.bad("✗") : style.risky("!")
            lines.append("  \(mark) \(tally.title)  \(CountText.grouped(tally.itemCount))")
            lines.append("    \(tally.exampleSource.escapedForTerminal): \(tally.exampleMessage.escapedForTerminal)")
            if let url = tally.exampleURL { lines.append("    \(style.faint(url.escapedForTerminal))") }
            if let fix = tally.exampleFix { lines.append("    → \(fix.escapedForTerminal)") }
        }
        let more = summary.reasons.count - shown.count
        if more > 0 { lines.append(style.faint("  and \(more) more")) }
        return lines
    }

    /// Names every reason that decides the exit status, also those that the list above leaves out.
    private func causes(of status: CommandStatus, in summary: RunSummary) -> [String] {
        let words: String
        let isCause: (ReasonTally) -> Bool
        switch status {
        case .rejectedInput:
            words = "items that are not deliverable pushes"
            isCause = { $0.code.stage == "payload" && $0.severity == .block }
        case .fallback:
            words = "items that lose their media"
            isCause = { $0.headlineCount > 0 }
        case .runtimeFault:
            words = "failures of this machine"
            isCause = { ReasonCode.localFailures.contains($0.code) }
        case .success, .usage, .interrupted: return []
        }
        let names = summary.reasons.filter(isCause)
            .map { "\(CountText.grouped($0.itemCount)) × \($0.title)" }
        guard !names.isEmpty else { return [] }
        return ["", "\(style.strong("Exit status \(status.rawValue)")): \(words): \(names.joined(separator: ", "))"]
    }

    private func hosts(_ summary: RunSummary) -> [String] {
        guard !summary.hosts.isEmpty else { return [] }
        let shown = summary.hosts.prefix(Self.hostLimit)
        let lines = shown.map { tally in
            let times = tally.transfers
            let count = "\(CountText.grouped(times.count)) \(times.count == 1 ? "transfer" : "transfers")"
            let failed = tally.failureCount > 0 ? ", \(CountText.grouped(tally.failureCount)) failed" : ""
            return "  \(tally.host.escapedForTerminal)  median \(DurationText.text(times.median)), "
                + "p95 \(DurationText.text(times.percentile95)), \(count)\(failed)"
        }
        return ["", style.strong("Slowest hosts")] + lines
    }

    private func media(_ summary: RunSummary) -> [String] {
        guard summary.supplies.total > 0 || summary.media.attachmentCount > 0 else { return [] }
        let media = summary.media
        let atLeast = media.isFileCountExact ? "" : "at least "
        let supplies = summary.supplies.all.filter { $0.count > 0 }
            .map { "\(CountText.grouped($0.count)) \($0.supply.rawValue)" }
        var lines = [
            "", style.strong("Media"),
            "  attached    \(CountText.grouped(media.attachmentCount)), \(ByteText.text(media.attachedByteCount)); "
                + "\(atLeast)\(CountText.grouped(media.fileCount)) different, \(ByteText.text(media.fileByteCount))",
            "  downloaded  \(ByteText.text(summary.transferredByteCount))",
            "  verdicts    \(supplies.joined(separator: ", "))",
        ]
        if summary.timeSaved > .zero {
            lines.append("  saved       \(DurationText.text(summary.timeSaved)) of transfers")
        }
        return lines
    }
}
