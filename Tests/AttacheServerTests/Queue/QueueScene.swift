import AttacheTesting

@testable import AttacheServer

/// A queue with a clock that stands still, and work that ends when the test lets it.
///
/// The first letter of a name is its client.
struct QueueScene: Sendable {
    let clock = ManualClock()
    let gate = Gate()
    let queue: AdmissionController

    init(places: Int, _ change: (inout AdmissionLimits) -> Void = { _ in }) {
        var limits = AdmissionLimits()
        change(&limits)
        queue = AdmissionController(permitCount: places, limits: limits, time: clock)
    }

    /// Asks for a place.
    ///
    /// - Returns: What refuses it, if anything does.
    func start(_ name: String, timeout: Duration = .seconds(3600)) -> Task<Problem?, Never> {
        let deadline = clock.now + timeout
        return Task {
            do throws(Problem) {
                try await queue.withPermit(for: Self.client(name), until: deadline) {
                    // Whoever got no place in time has nothing to wait for.
                    if clock.now < deadline { await gate.pass(name) }
                }
                return nil
            } catch {
                return error
            }
        }
    }

    /// Asks for a place as an item of a batch.
    func startItem(_ name: String, timeout: Duration = .seconds(3600)) -> Task<Void, Never> {
        let deadline = clock.now + timeout
        return Task {
            await queue.withBatchItemPermit(of: Self.client(name), until: deadline) {
                if clock.now < deadline { await gate.pass(name) }
            }
        }
    }

    /// Waits until so many wait.
    func settle(waiting count: Int) async {
        while queue.load.waiting != count { await Task.yield() }
    }

    /// Lets everybody work, one after the other, until nobody is left.
    func finish() async {
        while queue.load != (0, 0) {
            gate.open()
            await Task.yield()
        }
    }

    private static func client(_ name: String) -> Client { Client(name: String(name.prefix(1))) }
}
