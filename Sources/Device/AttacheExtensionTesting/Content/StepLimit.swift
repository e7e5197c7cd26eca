import AttacheCore
import AttacheSystem
import Glibc
import NotificationCategories

/// Watches that each step of a script ends in time: an extension that does not return blocks the main actor.
final class StepLimit: Sendable {
    private struct State {
        /// The index of the step that runs.
        var index = 0
        /// When the step or a delivery in it began.
        var began: ContinuousClock.Instant
        var activity = ScriptActivity.device
        /// The time of the script at the end of the step before, in milliseconds.
        var milliseconds = 0
    }

    private let steps: [ScriptStep]
    private let limit: Duration
    private let state: Locked<State>

    init(_ steps: [ScriptStep], limit: Duration, now: ContinuousClock.Instant = .now) {
        self.steps = steps
        self.limit = limit
        state = Locked(State(began: now))
    }

    /// Notes whose code runs; each delivery has the whole time.
    func note(_ activity: ScriptActivity, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.activity = activity
            if activity == .delivery { state.began = now }
        }
    }

    /// Notes that a step ended.
    func end(_ report: ScriptStepReport, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state = State(index: state.index + 1, began: now, milliseconds: report.milliseconds)
        }
    }

    /// The failure of the step that runs; `nil` while it has time, and after the last step.
    func overtime(at now: ContinuousClock.Instant = .now) -> ScriptStepReport? {
        let state = state.withLock { $0 }
        guard steps.indices.contains(state.index), state.began.duration(to: now) >= limit else { return nil }
        let step = steps[state.index]
        let time = TimeAmount(limit)
        let advice =
            switch state.activity {
            case .contentExtension: "let its methods return without waiting"
            case .serviceExtension: "deliver the push to it alone"
            case .device, .delivery: "use a centre that no other program holds"
            }
        let cause = "\(state.activity.rawValue) did not end within \(time); \(advice)"
        return ScriptStepReport(
            step: step,
            milliseconds: state.milliseconds,
            effects: [],
            failures: [(step.mark, "\(step.kind.rawValue): \(cause)")],
            screen: nil
        )
    }

    /// Calls `body` once, on a thread of its own, for a step that does not end in time; throws `SystemCallError` when the
    /// system refuses a thread.
    func watch(_ body: @escaping @Sendable (ScriptStepReport) -> Void) throws(SystemCallError) {
        try NativeThread.startDetached { [self] in
            while true {
                if let report = overtime() { return body(report) }
                usleep(200_000)
            }
        }
    }
}
