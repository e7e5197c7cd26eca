import ServiceLifecycle

/// Says at the first moment of the end that the service is not ready any more, before connections are closed.
struct Drain: Service {
    let readiness: Readiness
    let queue: FairQueue

    func run() async throws {
        try? await gracefulShutdown()
        readiness.drain()
    }
}
