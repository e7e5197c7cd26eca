import AttacheCore
import AttacheReports
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct OutcomeCountsTests {
    @Test("Each outcome has its own count", arguments: Outcome.allCases)
    func separate(_ outcome: Outcome) {
        var counts = OutcomeCounts()
        counts[outcome] += 3
        #expect(counts.all.map(\.outcome) == Outcome.allCases)
        #expect(counts.all.filter { $0.count == 3 }.map(\.outcome) == [outcome])
        #expect(counts.total == 3)
    }
}
