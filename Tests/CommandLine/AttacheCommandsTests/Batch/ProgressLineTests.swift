import AttacheCore
import AttacheReports
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ProgressLineTests {
    private var snapshot: ProgressSnapshot {
        var outcomes = OutcomeCounts()
        outcomes[.attached] = 12_000
        outcomes[.plain] = 345
        return ProgressSnapshot(
            itemCount: 12_345,
            inputByteCount: 615,
            totalInputByteCount: 1000,
            outcomes: outcomes,
            slowestHost: ProgressSnapshot.SlowHost(name: "slow.example\u{1B}[2J", duration: .milliseconds(2300)),
            elapsed: .seconds(10)
        )
    }

    private let reading = ProgressEstimate(itemsPerSecond: 1234.4, fraction: 0.615, remaining: .seconds(75))

    private func line(_ width: Int, isColored: Bool = false) -> String {
        ProgressLine(style: Style(isColored: isColored), width: width).render(reading, of: snapshot)
    }

    @Test("A wide terminal shows everything")
    func wide() {
        let text =
            " 61%  12,345 items  1,234/s  1:15 left  attached 12,000 plain 345  slowest slow.example\\u{1b}[2J 2.3 s"
        #expect(line(160) == "██████████████████░░░░░░░░░░░░  " + text)
        #expect(line(text.count + 1) == text)
    }

    @Test(
        "Narrow terminals drop the least important parts first, starting with the bar",
        arguments: [
            (80, " 61%  12,345 items  1,234/s  1:15 left  attached 12,000 plain 345"),
            (42, " 61%  12,345 items  1,234/s  1:15 left"), (32, " 61%  12,345 items  1,234/s"),
            (19, " 61%  12,345 items"), (18, " 61%"), (5, " 61%"), (4, ""), (1, ""), (0, ""),
        ]
    )
    func narrow(_ width: Int, _ text: String) {
        let line = line(width)
        #expect(line == text || line.drop { "█░".contains($0) } == "  \(text)")
    }

    @Test("The line never reaches the last column, at any width")
    func bounded() {
        for width in 0...200 { #expect(line(width).count <= max(0, width - 1)) }
    }

    @Test("Colours take no columns, and external text cannot move the cursor")
    func colored() {
        for width in [40, 80, 120, 160] {
            var plain = ""
            var isEscape = false
            for character in line(width, isColored: true) {
                if character == "\u{1B}" { isEscape = true } else if !isEscape { plain.append(character) }
                if isEscape && character == "m" { isEscape = false }
            }
            #expect(plain == line(width))
        }
    }
}
