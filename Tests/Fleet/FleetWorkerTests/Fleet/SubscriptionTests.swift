import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import FleetWorker

@Suite("Subscriptions to a server", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SubscriptionTests {
    /// libnats 3.4 reads a subscription that another thread may have freed since it was found.
    @Test("A subscription may end while messages arrive for it")
    func endsAmongMessages() async throws {
        try await FleetScene.with { scene in
            let (nats, isOver) = (scene.nats, Locked(false))
            let sender = try NativeThread {
                guard let connection = try? NATSConnection(nats, name: "sender") else { return }
                while !isOver.withLock({ $0 }) {
                    try? connection.publish(NATSPublication(subject: "flood", body: [1]))
                }
            }
            defer { sender.join() }
            let received = try await scene.onThread {
                defer { isOver.withLock { $0 = true } }
                let connection = try NATSConnection(nats, name: "receiver")
                return try (0..<2000).count { _ in
                    let subscription = try connection.subscribe("flood")
                    return try subscription.next(within: .seconds(60)) != nil
                }
            }
            #expect(received == 2000)
        }
    }
}
