import Dispatch
import Synchronization
package import Testing

/// How many tests run at the same time; every suite says which of two kinds it is.
///
/// Without it Swift Testing starts all tests together. Then a test that waits for a program or a server waits for a few
/// thousand others, and what it learns is how long they took.
///
/// The wait for a place is no part of a test's time limit.
package struct TestWidth: SuiteTrait, TestTrait, TestScoping {
    private enum Unit {
        case test
        case suite
    }

    private let unit: Unit
    private let places: Places

    package var isRecursive: Bool { unit == .test }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> TestWidth? {
        testCase == nil && test.isSuite == (unit == .suite) ? self : nil
    }

    @concurrent package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await places.take()
        defer { places.give() }
        guard unit == .test else { return try await function() }
        try await withTaskExecutorPreference(WorkExecutor.shared) { try await function() }
    }

    fileprivate static let inProcess = TestWidth(unit: .test, places: Places(4))
    fileprivate static let withPrograms = TestWidth(unit: .suite, places: Places(6))
}

extension Trait where Self == TestWidth {
    /// For a suite that needs nothing but the processor: a few tests of all these suites run at the same time.
    package static var inProcess: Self { .inProcess }

    /// For a suite that starts programs or servers, or measures time: a few of these suites run at the same time. With
    /// `.serialized`, so that each of them runs one test after the other.
    package static var withPrograms: Self { .withPrograms }
}

/// A number of places, given in the order in which they are asked for.
private final class Places: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

/// Where tests run that need the processor: some compute for half a minute in a debug build. On Swift's own threads, of which
/// there is one for each processor, two of them would stop every other test for that time.
private final class WorkExecutor: TaskExecutor {
    static let shared = WorkExecutor()

    private let queue = DispatchQueue(label: "tests in this process", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let piece = UnownedJob(job)
        // Unsafe, and right: the piece runs once, on the executor that it was given to.
        queue.async { unsafe piece.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
