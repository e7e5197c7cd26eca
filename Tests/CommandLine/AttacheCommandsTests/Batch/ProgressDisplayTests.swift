import AttacheCommandLine
import AttacheCore
import AttacheReports
import AttacheSystem
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ProgressDisplayTests {
    private var snapshot: ProgressSnapshot {
        var outcomes = OutcomeCounts()
        outcomes[.plain] = 2
        return ProgressSnapshot(
            itemCount: 2,
            inputByteCount: 50,
            totalInputByteCount: 200,
            outcomes: outcomes,
            slowestHost: ProgressSnapshot.SlowHost(name: "h.example", duration: .milliseconds(12)),
            elapsed: .seconds(2)
        )
    }

    private var summary: RunSummary {
        var totals = RunTotals()
        totals.add(ItemRecord(source: "a.json", outcome: .plain, isFallback: true))
        return totals.summary(wallTime: .seconds(2))
    }

    @Test("The bar overwrites itself, and is cleared before the summary")
    func bar() {
        let written = Locked("")
        let display = ProgressBarDisplay(style: Style(isColored: false), width: { 40 }) { text in
            written.withLock { $0 += text }
        }
        display.suspendDrawing {}
        display.update(snapshot)
        display.update(snapshot)
        display.suspendDrawing { written.withLock { $0 += "a word\n" } }
        display.suspendDrawing { written.withLock { $0 += "and another\n" } }
        display.update(snapshot)
        display.end(summary, status: .success)
        let text = written.withLock { $0 }
        let parts = text.split(separator: "\r", omittingEmptySubsequences: false)
        #expect(parts.count == 6)
        #expect(parts[1].contains(" 25%  2 items  1/s  0:06 left") && parts[1].hasSuffix("\u{1B}[K"))
        #expect(parts[1] == parts[2])
        #expect(parts[3] == "\u{1B}[Ka word\nand another\n")
        #expect(parts[4] == parts[1])
        #expect(parts[5].hasPrefix("\u{1B}[K1 item in 2.0 s"))
    }

    @Test("JSON progress is one object per line, with the summary last")
    func json() {
        let written = Locked("")
        let display = ProgressJSONDisplay { bytes in written.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
        display.update(snapshot)
        display.suspendDrawing { written.withLock { $0 += "" } }
        display.end(summary, status: .success)
        let lines = written.withLock { $0 }.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3)
        #expect(
            lines[0] == #"{"state":"run","items":2,"items_per_second":1,"input_bytes":50,"input_bytes_total":200,"#
                + #""fraction":0.25,"remaining_ms":6000,"outcomes":{"attached":0,"rewritten":0,"plain":2,"untouched":0,"#
                + #""rejected":0},"slowest_host":{"host":"h.example","p95_ms":12},"elapsed_ms":2000}"#
        )
        #expect(
            lines[1].hasPrefix(#"{"state":"end","summary":{"items":1,"interrupted":false,"resumed":0,"wall_ms":2000,"#)
        )
        #expect(lines[2].isEmpty)
    }

    @Test(
        "Without a terminal width, COLUMNS is used, or 80",
        arguments: [
            (["COLUMNS": "132"], 132), (["COLUMNS": "0"], 80), (["COLUMNS": "x"], 80), ([:], 80),
        ] as [([String: String], Int)]
    )
    func width(_ environment: [String: String], _ width: Int) {
        #expect(TerminalWidth.current(of: -1, environment: environment) == width)
    }

    @Test(
        "Without a terminal only the summary is written, or nothing",
        arguments: [
            (ProgressChoice.json, ["TERM": "xterm"], "json"), (.off, ["TERM": "xterm"], "silent"),
            (.bar, ["TERM": "xterm"], "bar"), (.bar, ["TERM": "dumb"], "summary"), (.auto, ["TERM": "dumb"], "summary"),
        ]
    )
    func choice(_ choice: ProgressChoice, _ environment: [String: String], _ name: String) {
        let display = choice.display(environment: environment, style: Style(isColored: false))
        let found =
            switch display {
            case is ProgressBarDisplay: "bar"
            case is ProgressJSONDisplay: "json"
            case is SummaryOnlyDisplay: "summary"
            default: "silent"
            }
        #expect(found == name)
    }
}
