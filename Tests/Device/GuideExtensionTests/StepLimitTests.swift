import NotificationCategories
import TestWidth
import Testing

@testable import AttacheExtensionTesting

@Suite("The time of a step", .inProcess, .timeLimit(.minutes(1)))
struct StepLimitTests {
    private static let start = ContinuousClock.now

    private func limit() throws -> StepLimit {
        let text = "schema: attache-script/1\nsteps:\n- wait: 1s\n- clear\n"
        let script = try #require(ScriptFile(Array(text.utf8), file: "a.yaml").script)
        return StepLimit(script.steps, limit: .seconds(60), now: Self.start)
    }

    private static func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    private func report(of limit: StepLimit) throws -> ScriptStepReport {
        try #require(limit.overtime(at: Self.after(3_600_000)))
    }

    @Test("A step has the whole time", arguments: [(59_999, false), (60_000, true)])
    func whole(milliseconds: Int, isOver: Bool) throws {
        #expect((try limit().overtime(at: Self.after(milliseconds)) != nil) == isOver)
    }

    @Test("Each delivery has the whole time", arguments: [(109_999, false), (110_000, true)])
    func delivery(milliseconds: Int, isOver: Bool) throws {
        let limit = try limit()
        limit.note(.delivery, at: Self.after(50_000))
        limit.note(.device, at: Self.after(55_000))
        #expect((limit.overtime(at: Self.after(milliseconds)) != nil) == isOver)
    }

    @Test(
        "The next step has the whole time, and behind the last is none",
        arguments: [(89_999, false), (90_000, true)]
    )
    func next(milliseconds: Int, isOver: Bool) throws {
        let limit = try limit()
        limit.end(try report(of: limit), at: Self.after(30_000))
        let found = limit.overtime(at: Self.after(milliseconds))
        #expect((found != nil) == isOver && (found == nil || found?.step.mark.line == 4))
        limit.end(try report(of: limit), at: Self.after(95_000))
        #expect(limit.overtime(at: Self.after(3_600_000)) == nil)
    }

    @Test(
        "The failure has the place of the step, and names what did not end",
        arguments: [
            (ScriptActivity.contentExtension, "content extension"), (.serviceExtension, "service extension"),
            (.delivery, "local notification"), (.device, "device"),
        ]
    )
    func cause(activity: ScriptActivity, words: String) throws {
        let limit = try limit()
        limit.note(activity, at: Self.start)
        let failure = try #require(try report(of: limit).failures.first)
        #expect(failure.mark.line == 3 && failure.sentence.contains(words) && failure.sentence.contains("60s"))
    }
}
