import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON

/// A stage has a tick only when it ran: what a code's family suggests does not count.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct StageReportTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var outcome = Outcome.plain
        var hasMedia = true
        var supply: MediaSupply?
        var isAttached = false
        var reasons: [Reason] = []
        /// For each stage from payload to rewrite: `+` ran and passed, `x` ran and stopped, `c` a cached pass, `C` a
        /// cached stop, `.` not reached.
        let states: String

        var testDescription: String { name }
    }

    private static let webp = Reason(.typeExtensionUnsupported, "").found(at: .policy)
    private static let slow = Reason(.networkDeviceTooSlow, "").found(at: .fetch)
    private static let status = Reason(.fetchStatus, "", status: 404)

    static let rows = [
        Row(name: "rejected", outcome: .rejected, hasMedia: false, states: "x......"),
        Row(name: "no media", outcome: .untouched, hasMedia: false, states: "+x....+"),
        Row(name: "unsupported name, no request", reasons: [webp], states: "++x...+"),
        Row(name: "too slow after its transfer", supply: .transferred, reasons: [slow], states: "+++x..+"),
        Row(name: "404", supply: .transferred, reasons: [status], states: "+++x..+"),
        Row(name: "cached 404", supply: .cached, reasons: [status], states: "+++C..+"),
        Row(
            name: "wrong first bytes",
            supply: .transferred,
            reasons: [Reason(.typeMismatch, "")],
            states: "++++x.+"
        ),
        Row(
            name: "too large for iOS",
            supply: .transferred,
            reasons: [Reason(.sizeTooLarge, "").found(at: .attach)],
            states: "+++++x+"
        ),
        Row(name: "attached", outcome: .attached, supply: .transferred, isAttached: true, states: "+++++++"),
        Row(name: "shared", outcome: .attached, supply: .shared, isAttached: true, states: "+++ccc+"),
        Row(name: "cached", outcome: .attached, supply: .cached, isAttached: true, states: "+++ccc+"),
        Row(name: "unchanged", outcome: .attached, supply: .revalidated, isAttached: true, states: "++++cc+"),
        Row(name: "cancelled before a transfer", reasons: [Reason(.fetchCancelled, "")], states: "+++x..+"),
    ]

    @Test(arguments: rows)
    func stagesAreWhatRan(_ row: Row) {
        let report = StageReport(
            outcome: row.outcome,
            hasMedia: row.hasMedia,
            traces: row.supply.map { [TransferRecord(host: "h", supply: $0, byteCount: 0, transfer: .zero)] } ?? [],
            isAttached: row.isAttached,
            reasons: row.reasons
        )
        let states = StageName.allCases.dropLast().map { stage in
            switch (report[stage].ran, report[stage].hasPassed) {
            case (true, true): "+"
            case (true, false): "x"
            case (false, true): "c"
            case (false, false): "C"
            case (false, nil): "."
            case (true, nil): "?"
            }
        }
        #expect(states.joined() == row.states)
    }

    @Test func stagesHaveTheirOwnOrder() {
        #expect(StageName.allCases.map(\.index) == Array(0..<8))
    }
}
