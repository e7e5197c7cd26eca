import AttacheSystem
import NIOCore
import NIOEmbedded
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Limits of connections", .inProcess, .timeLimit(.minutes(1)))
final class ConnectionRegistryTests {
    private var channels: [EmbeddedChannel] = []

    // A channel and its pipeline hold each other until it is closed.
    deinit { for channel in channels { _ = try? channel.finish(acceptAlreadyClosed: true) } }

    private func connect(
        from address: String,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws -> Connection {
        let channel = EmbeddedChannel()
        channels.append(channel)
        try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
        return Connection(channel, now: now)
    }

    /// Idle connections of one peer, of which each has waited a second longer than the next, and the last of them two seconds.
    private func waiting(
        _ count: Int,
        from address: String = "192.0.2.1",
        in registry: ConnectionRegistry
    ) throws -> [Connection] {
        let now = Locked(ContinuousClock.now - .seconds(count + 1))
        return try (0..<count).map { _ in
            defer { now.withLock { $0 += .seconds(1) } }
            let connection = try connect(from: address) { now.withLock { $0 } }
            let handler = IdleConnectionHandler(connection, in: registry, idleTimeout: .seconds(1))
            try channels.last?.pipeline.syncOperations.addHandler(handler)
            return connection
        }
    }

    private static func registry(count: Int = 10, perPeer: Int = 10, memory: Int = 100) -> ConnectionRegistry {
        ConnectionRegistry(ConnectionLimits(count: count, perPeer: perPeer, memory: memory))
    }

    @Test(
        "A peer over its share is refused, by address or /64, unless it is this machine",
        arguments: [
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
            ("2001:db8::1", "2001:db8::2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
            ("127.0.0.1", "127.0.0.1", false), ("::1", "::1", false),
        ]
    )
    func share(first: String, second: String, isRefused: Bool) throws {
        let registry = Self.registry(perPeer: 2)
        let connections = try [first, first, second].map { try connect(from: $0) }
        for connection in connections {
            connection.requestBegan()
            connection.requestArrived()
            registry.open(connection)
        }
        #expect(connections.map { $0.refusal == nil } == [true, true, !isRefused])
        registry.close(connections[0])
        let next = try connect(from: first)
        registry.open(next)
        #expect(next.refusal == nil || isRefused)
    }

    @Test("New connections are refused while the others hold too much memory", arguments: [(100, false), (101, true)])
    func memory(held: Int, isRefused: Bool) throws {
        let registry = Self.registry()
        let other = try connect(from: "127.0.0.1")
        registry.hold(held, of: other)
        let connection = try connect(from: "127.0.0.1")
        registry.open(connection)
        #expect((connection.refusal != nil) == isRefused)
        #expect(connection.refusal?.retryAfter == (isRefused ? 1 : nil))
        // A probe learns whether the service lives all the same.
        let handler = IdleConnectionHandler(connection, in: registry, idleTimeout: .seconds(1))
        #expect(handler.refusal(ofHealthCheck: true) == nil)
        #expect((handler.refusal(ofHealthCheck: false) != nil) == isRefused)
        registry.hold(-held, of: other)
        let next = try connect(from: "127.0.0.1")
        registry.open(next)
        #expect(next.refusal == nil)
    }

    @Test(
        "A peer that holds more than an eighth of the memory loses its largest connection to the next one",
        arguments: [
            ("192.0.2.1", 13, "192.0.2.99", 29, true), ("192.0.2.1", 12, "192.0.2.99", 29, false),
            ("192.0.2.1", 13, "192.0.2.1", 29, true), ("127.0.0.1", 13, "192.0.2.99", 29, false),
            ("192.0.2.1", 13, "192.0.2.99", 30, false),
        ]
    )
    func heaviest(peer: String, held: Int, next: String, perPeer: Int, isEvicted: Bool) throws {
        let registry = Self.registry(count: 30, perPeer: perPeer)
        let others = (10..<18).map { "192.0.2.\($0)" }
        let connections = try (others + [peer, peer]).map { try connect(from: $0) }
        for (connection, count) in zip(connections, Array(repeating: 12, count: 8) + [1, held - 1]) {
            let handler = IdleConnectionHandler(connection, in: registry, idleTimeout: .seconds(1))
            try channels.last { $0 === connection.channel }?.pipeline.syncOperations.addHandler(handler)
            handler.hold(count)
        }
        let newcomer = try connect(from: next)
        registry.open(newcomer)
        #expect((newcomer.refusal == nil) == isEvicted)
        #expect(connections.map(\.channel.isActive) == Array(repeating: true, count: 9) + [!isEvicted])
    }

    @Test(
        "Connections are accepted together, near the limit one at a time",
        arguments: [(0, 16), (4, 16), (5, 15), (18, 2), (19, 1), (20, 1)] as [(Int, UInt)]
    )
    func batches(accepted: Int, batch: UInt) throws {
        let registry = Self.registry(count: 20)
        let listener = EmbeddedChannel()
        channels.append(listener)
        registry.listens(listener)
        registry.accepted(accepted)
        #expect(registry.hasCapacity() == (accepted < 20))
        let option = listener.options.first { $0.option is ChannelOptions.Types.MaxMessagesPerReadOption }
        #expect(option?.value as? UInt == batch)
    }

    @Test("A connection that waits for less than a second is no victim, and one that says farewell does not count")
    func room() throws {
        let registry = Self.registry(count: 2)
        let connections = try (0..<2).map { _ in try connect(from: "192.0.2.1") }
        for connection in connections {
            registry.accepted(1)
            registry.open(connection)
        }
        #expect(!registry.hasCapacity())
        #expect(registry.isFull)
        registry.farewell(connections[0])
        #expect(registry.hasCapacity())
        #expect(!registry.isFull)
        // Half of the limit at most.
        registry.farewell(connections[1])
        registry.accepted(1)
        registry.open(try connect(from: "192.0.2.2"))
        #expect(!registry.hasCapacity())
    }

    @Test("A victim whose request arrives before its eviction counts again", arguments: [true, false])
    func spare(isSpared: Bool) throws {
        let registry = Self.registry(count: 1)
        let now = Locked(ContinuousClock.now)
        let victim = try connect(from: "192.0.2.1") { now.withLock { $0 } }
        registry.accepted(1)
        registry.open(victim)
        now.withLock { $0 -= .seconds(1) }
        victim.requestBegan()
        victim.responseEnded(wasWhole: false)
        // The next connection evicts the first, which no longer counts.
        let next = try connect(from: "192.0.2.2")
        next.requestBegan()
        next.requestArrived()
        registry.accepted(1)
        registry.open(next)
        if isSpared {
            victim.requestBegan()
            victim.requestArrived()
            registry.spare(victim)
        }
        registry.close(next)
        registry.accepted(-1)
        #expect(registry.hasCapacity() == !isSpared)
    }

    @Test(
        "A client keeps its place for two seconds while it reads nothing, whatever it has sent ahead",
        arguments: [(1, [true, false]), (4, [false, true])]
    )
    func unread(seconds: Int, remain: [Bool]) throws {
        let registry = Self.registry(count: 2)
        let start = ContinuousClock.now - .seconds(seconds)
        let channel = try ConnectionScene.channel(in: registry) { start }
        channels.append(channel)
        let connection = try channel.pipeline.syncOperations.handler(type: IdleConnectionHandler.self).connection
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request))
        try ConnectionScene.respond(channel)
        connection.responseStalls(true)
        channel.isWritable = false
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request))
        #expect(
            !connection.mayLosePlace(at: start + .milliseconds(1_999))
                && connection.mayLosePlace(at: start + .seconds(2))
        )
        // Another client has waited two seconds.
        let other = try waiting(1, in: registry)[0]
        registry.open(try connect(from: "192.0.2.2"))
        #expect([channel.isActive, other.channel.isActive] == remain)
        // One that was chosen may begin to send.
        other.responseStalls(true)
        other.channel.pipeline.fireUserInboundEventTriggered(ConnectionEviction.waiting)
        #expect(other.channel.isActive == remain[1])
    }

    @Test(
        "An idle connection ends after its timeout, which begins when its client has read all",
        arguments: [(0, false), (30, false), (50, true)]
    )
    func idle(seconds: Int, remains: Bool) throws {
        let now = Locked(ContinuousClock.now - .seconds(100))
        let channel = try ConnectionScene.channel(in: Self.registry()) { now.withLock { $0 } }
        channels.append(channel)
        let connection = try channel.pipeline.syncOperations.handler(type: IdleConnectionHandler.self).connection
        connection.responseStalls(true)
        channel.embeddedEventLoop.advanceTime(by: .seconds(61))
        #expect(channel.isActive)
        now.withLock { $0 += .seconds(seconds) }
        connection.responseStalls(false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(channel.isActive == remains)
    }

    @Test(
        "Connections over the share of a peer take no place, and beyond half of all they are closed",
        arguments: [5, 6]
    )
    func turnedAway(count: Int) throws {
        let registry = Self.registry(perPeer: 2)
        for number in 0..<2 + count {
            let connection = try connect(from: "192.0.2.1")
            registry.accepted(1)
            if number < 2 {
                connection.requestBegan()
                connection.requestArrived()
            }
            registry.open(connection)
        }
        let loops = channels.map(\.embeddedEventLoop)
        for loop in loops { loop.run() }
        #expect(
            channels.map(\.isActive) == Array(repeating: true, count: 7) + Array(repeating: false, count: count - 5)
        )
        // Two places are taken; those that were turned away have left.
        for number in 0..<8 { registry.accepted(1); #expect(registry.hasCapacity() == (number < 7)) }
    }

    @Test("Peers with equally many lose one each, and one that has more by then loses the next")
    func levels() throws {
        let registry = Self.registry(count: 6)
        let (first, second) = ("192.0.2.1", "192.0.2.2")
        let connections = try [first, second].flatMap { try waiting(3, from: $0, in: registry) }
        let evicted = { connections.indices.filter { !connections[$0].channel.isActive } }
        registry.open(try connect(from: first))
        #expect(evicted() == [0])
        registry.open(try connect(from: "192.0.2.3"))
        #expect(evicted() == [0, 3])
        registry.open(try connect(from: "192.0.2.3"))
        #expect(evicted() == [0, 1, 3])
    }

    @Test("A peer that has closed most of its connections loses none of the others")
    func shrunk() throws {
        let registry = Self.registry(count: 230, perPeer: 200)
        let large = try waiting(130, in: registry)
        let other = try waiting(100, from: "192.0.2.2", in: registry)
        registry.open(try connect(from: "192.0.2.3"))
        #expect(large.filter { !$0.channel.isActive }.count == 1)
        for connection in large.dropFirst(2) { registry.close(connection) }
        _ = try waiting(130, from: "192.0.2.4", in: registry)
        #expect(large[1].channel.isActive)
        #expect(other.filter { !$0.channel.isActive }.count == 0)
    }

    /// One search finds several of many, so that a storm of new connections costs one search for many of them.
    @Test("Victims are those that have waited longest, in turn, without one whose request has arrived")
    func turns() throws {
        let registry = Self.registry(count: 256, perPeer: 256)
        let connections = try waiting(256, in: registry)
        for turn in 0..<8 {
            if turn == 1 {
                connections[2].requestBegan()
                connections[2].requestArrived()
            }
            registry.open(try connect(from: "192.0.2.2"))
        }
        #expect(connections.indices.filter { !connections[$0].channel.isActive } == [0, 1, 3, 4, 5, 6, 7, 8])
    }

    @Test("Memory is returned a while after many connections have closed", arguments: [(31, 0), (32, 1)])
    func trim(count: Int, expected: Int) throws {
        let trims = Locked(0)
        let registry = ConnectionRegistry(ConnectionLimits(count: 100, perPeer: 100, memory: 100)) {
            trims.withLock { $0 += 1 }
        }
        let listener = EmbeddedChannel()
        channels.append(listener)
        registry.listens(listener)
        for connection in try (0..<count).map({ _ in try connect(from: "192.0.2.1") }) {
            registry.open(connection)
            registry.close(connection)
        }
        listener.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(trims.withLock { $0 } == 0)
        listener.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(trims.withLock { $0 } == expected)
    }
}
