import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct DeadlineTests {
    @Test(arguments: [
        (Duration.milliseconds(1), true), (.microseconds(999), false), (.zero, false), (.seconds(-1), false),
    ])
    func remainderBelowOneMillisecondIsZero(_ left: Duration, isUsable: Bool) {
        let now = ContinuousClock.Instant.now
        #expect((Deadline(at: now.advanced(by: left)).remaining(at: now) != nil) == isUsable)
    }
}
