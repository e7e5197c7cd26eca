import AttacheCommandLine
import TestWidth
import Testing

@testable import AttacheCommands
@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RunTallyTests {
    private func tally(_ outcomes: [Outcome], failsOnFallback: Bool) -> RunTally {
        var tally = RunTally(failsOnFallback: failsOnFallback)
        for outcome in outcomes {
            let item = InputItem(source: "x", content: .bytes([]), arrival: .now)
            var result = Rewriter().reject(item, RejectedPayload(reasons: []), elapsed: .zero)
            result.outcome = outcome
            tally.count(result)
        }
        return tally
    }

    @Test(arguments: [
        ([Outcome.attached, .untouched], true, CommandStatus.success), ([.plain], false, .success),
        ([.plain], true, .fallback), ([.plain, .rejected], true, .rejectedInput), ([.rejected], false, .rejectedInput),
    ])
    func status(_ outcomes: [Outcome], failsOnFallback: Bool, is expected: CommandStatus) {
        #expect(tally(outcomes, failsOnFallback: failsOnFallback).status == expected)
    }

    @Test(arguments: ReasonCode.localFailures)
    func localFailureIsMachineFaultDespiteFallback(_ code: ReasonCode) {
        var tally = RunTally(failsOnFallback: true)
        tally.count(ItemRecord(source: "a", outcome: .plain, isFallback: true, reasons: [Reason(code, "No.")]))
        #expect(tally.status == .runtimeFault)
    }

    @Test func faultsTakePrecedenceOverInterruptionsAndRejections() {
        var tally = tally([.rejected, .plain], failsOnFallback: true)
        tally.note(.interrupted)
        #expect(tally.status == .interrupted)
        tally.note(.runtimeFault)
        #expect(tally.status == .runtimeFault)
    }

    @Test func pushWithIgnoredMediaCountsAsFallback() {
        let item = InputItem(source: "x", content: .bytes([]), arrival: .now)
        var result = Rewriter().reject(
            item,
            RejectedPayload(reasons: [Reason(.gateMutableContentMissing, "Missing.")]),
            elapsed: .zero
        )
        result.outcome = .untouched
        #expect(result.isFallback)
        result.reasons = [Reason(.gateNoMedia, "None.")]
        #expect(!result.isFallback)
    }
}
