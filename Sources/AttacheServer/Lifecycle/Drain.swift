import AttacheCore
import ServiceLifecycle

/// The first moment of the end: the service says that it is not ready, and goes on taking requests for a while, until
/// whoever distributes them has heard of it.
///
/// It must stand behind the server in the group, since services end in the reverse order.
struct DrainService: Service {
    let readiness: Readiness
    let delay: Duration
    let time: any TimeSource

    func run() async throws {
        try? await gracefulShutdown()
        readiness.drain()
        try? await time.sleep(until: time.now + delay)
    }
}
