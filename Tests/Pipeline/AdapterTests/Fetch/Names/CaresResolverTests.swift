import AttacheCore
import AttacheSystem
import AttacheTesting
import CurlFetch
import Glibc
import TestWidth
import Testing

/// Names with large answers beside others, on one resolver: what happens to the connection for one concerns no other.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CaresResolverTests {
    private static let address = IPAddress.v4(0x0101_0101)
    /// Addresses of both families that do not fit into a datagram.
    private static let many = (0..<40).map { IPAddress.v4(0x0202_0200 + $0) }
    private static let manyLong = (0..<40).map { IPAddress.v6(high: 0x2606_4700_0000_0000, low: $0) }

    /// Answers names that begin with `large` over TCP only, and all others after a while, so that they wait meanwhile.
    private static let mixed: NameServer.Handler = { question in
        question.name.hasPrefix("large")
            ? .addresses(many + manyLong) : .delayed(.milliseconds(300), .addresses([address]))
    }

    /// Resolves names together on this thread, as the fetcher's loop does, and returns the results by name.
    private func look(_ names: [String], with resolver: CaresResolver) -> [String: ResolveResult] {
        let found = Locked<[String: ResolveResult]>([:])
        for name in names {
            _ = resolver.start(name) { result in found.withLock { $0[name] = result } }
        }
        while found.withLock({ $0.count }) < names.count, !Task.isCancelled {
            var descriptors = resolver.descriptors.map { entry in
                let events = (entry.readable ? POLLIN : 0) | (entry.writable ? POLLOUT : 0)
                return pollfd(fd: entry.descriptor, events: Int16(events), revents: 0)
            }
            _ = unsafe poll(&descriptors, nfds_t(descriptors.count), 20)
            let ready = descriptors.map { entry in
                let failed = entry.revents & Int16(POLLERR | POLLHUP) != 0
                let isReadable = entry.revents & Int16(POLLIN) != 0 || failed
                return (entry.fd, isReadable, entry.revents & Int16(POLLOUT) != 0)
            }
            resolver.process(ready: ready)
        }
        return found.withLock { $0 }
    }

    @Test(
        "A large answer fails no other name",
        arguments: [(NameServer.Streams.refused, false), (.once, true), (.open, true)]
    )
    func largeAnswers(_ streams: NameServer.Streams, arrive: Bool) throws {
        let server = try NameServer(streams: streams, Self.mixed)
        defer { server.stop() }
        let resolver = try #require(CaresResolver(servers: [server.address]))
        defer { resolver.shutDown() }
        let innocent = (0..<60).map { "small\($0).example" }
        let large = (0..<6).map { "large\($0).example" }
        let results = look(Array((large + innocent).shuffled()), with: resolver)
        #expect(innocent.count { results[$0] != .addresses([Self.address]) } == 0)
        for name in large {
            guard arrive else {
                guard case .failed = results[name] else {
                    Issue.record("\(name): \(String(describing: results[name]))")
                    continue
                }
                continue
            }
            guard case .addresses(let addresses) = results[name] else {
                Issue.record("\(name): \(String(describing: results[name]))")
                continue
            }
            #expect(addresses.count == 80 && Set(addresses) == Set(Self.many + Self.manyLong))
        }
        #expect(resolver.descriptors.count <= 1, "no connection is left")
    }

    @Test("A server that refuses connections is followed by the next", arguments: [false, true])
    func severalServers(isLarge: Bool) throws {
        let refusing = try NameServer(streams: .refused, Self.mixed)
        defer { refusing.stop() }
        let serving = try NameServer(Self.mixed)
        defer { serving.stop() }
        let resolver = try #require(CaresResolver(servers: [refusing.address, serving.address]))
        defer { resolver.shutDown() }
        let name = isLarge ? "large.example" : "small.example"
        guard case .addresses(let addresses) = look([name], with: resolver)[name] else {
            Issue.record("no addresses")
            return
        }
        #expect(addresses.count == (isLarge ? 80 : 1))
    }

    @Test("A cancelled lookup closes its connection, and answers nothing")
    func cancel() throws {
        // Truncated over UDP, silent over TCP.
        let server = try NameServer { question in
            guard question.name.hasPrefix("large") else { return .addresses([Self.address]) }
            return question.repetition == 0 ? .addresses(Self.many + Self.manyLong) : .silence
        }
        defer { server.stop() }
        let resolver = try #require(CaresResolver(servers: [server.address]))
        defer { resolver.shutDown() }
        let token = resolver.start("large.example") { _ in Issue.record("answered") }
        var number = 0
        while server.streamCount < 2, !Task.isCancelled {
            let name = "small\(number).example"
            number += 1
            #expect(look([name], with: resolver)[name] == .addresses([Self.address]))
        }
        #expect(resolver.descriptors.count == 2)
        resolver.cancel(token)
        #expect(resolver.descriptors.count == 0)
    }
}
