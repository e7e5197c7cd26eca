import AttacheTesting

@testable import AttacheServer

/// A queue with a stopped clock, and work that ends when the test allows it.
///
/// The first letter of a name identifies its client.
struct QueueScene: Sendable {
    let clock = ManualClock()
    let gate = Gate()
    let queue: AdmissionController

    init(permits: Int, _ change: (inout AdmissionLimits) -> Void = { _ in }) {
        var limits = AdmissionLimits()
        change(&limits)
        queue = AdmissionController(permitCount: permits, limits: limits, time: clock)
    }

    /// Requests a permit.
    ///
    /// - Returns: The rejection, if any.
    func start(_ name: String, timeout: Duration = .seconds(3600)) -> Task<Problem?, Never> {
        let deadline = clock.now + timeout
        return Task {
            do throws(Problem) {
                try await queue.withPermit(for: Self.client(name), until: deadline) {
                    // A request without a permit has no work to wait for.
                    if clock.now < deadline { await gate.pass(name) }
                }
                return nil
            } catch {
                return error
            }
        }
    }

    /// Requests a permit as an item of a batch.
    func startItem(_ name: String, timeout: Duration = .seconds(3600)) -> Task<Void, Never> {
        let deadline = clock.now + timeout
        return Task {
            await queue.withBatchItemPermit(of: Self.client(name), until: deadline) {
                if clock.now < deadline { await gate.pass(name) }
            }
        }
    }

    /// Waits until `count` requests are waiting.
    func settle(waiting count: Int) async {
        while queue.load.waiting != count { await pause() }
    }

    /// Lets all work run, one after the other, until none is left.
    func finish() async {
        while queue.load != (0, 0) {
            gate.open()
            await pause()
        }
    }

    private static func client(_ name: String) -> Client { Client(name: String(name.prefix(1))) }
}
