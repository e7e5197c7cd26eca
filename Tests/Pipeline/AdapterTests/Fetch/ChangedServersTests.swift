import AttacheCore
import AttacheSystem
import AttacheTesting
import CurlFetch
import Foundation
import Glibc
import TestWidth
import Testing

/// A long-running process uses the current name servers of the system.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ChangedServersTests {
    /// Resolves a name on this thread, as the fetcher's loop does.
    private func look(_ name: String, with resolver: CaresResolver) -> [IPAddress] {
        let found = Locked<[IPAddress]?>(nil)
        _ = resolver.start(name) { result in
            if case .addresses(let addresses) = result {
                found.withLock { $0 = addresses }
            } else {
                found.withLock { $0 = [] }
            }
        }
        while found.withLock({ $0 }) == nil {
            var descriptors = resolver.descriptors.map { entry in
                let events = (entry.readable ? POLLIN : 0) | (entry.writable ? POLLOUT : 0)
                return pollfd(fd: entry.descriptor, events: Int16(events), revents: 0)
            }
            _ = unsafe poll(&descriptors, nfds_t(descriptors.count), 20)
            resolver.process(
                ready: descriptors.map {
                    ($0.fd, $0.revents & Int16(POLLIN) != 0, $0.revents & Int16(POLLOUT) != 0)
                }
            )
        }
        return found.withLock { $0 } ?? []
    }

    @Test func changedFileIsReloaded() throws {
        let server = try NameServer(names: ["a.example": [.v4(0x0101_0101)]])
        defer { server.stop() }
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let file = scratch.url("resolv")
        // The port has no listener, and the system reports that immediately.
        try Data("nameserver 127.0.0.2\n".utf8).write(to: file, options: .atomic)
        let path = file.path(percentEncoded: false)
        let resolver = try #require(CaresResolver(configuration: path, port: UInt16(server.port)))
        defer { resolver.shutDown() }
        #expect(look("a.example", with: resolver) == [])
        try Data("nameserver 127.0.0.1\n".utf8).write(to: file, options: .atomic)
        #expect(look("a.example", with: resolver) == [.v4(0x0101_0101)])
        // A file that is missing for a moment is ignored.
        try FileManager.default.removeItem(at: file)
        #expect(look("a.example", with: resolver) == [.v4(0x0101_0101)])
    }

    @Test func configuredServersAreKept() throws {
        let named = try NameServer(names: ["a.example": [.v4(0x0101_0101)]])
        defer { named.stop() }
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let file = scratch.url("resolv")
        let path = file.path(percentEncoded: false)
        let resolver = try #require(CaresResolver(servers: [named.address], configuration: path))
        defer { resolver.shutDown() }
        #expect(look("a.example", with: resolver) == [.v4(0x0101_0101)])
        try Data("nameserver 127.0.0.1\n".utf8).write(to: file)
        #expect(look("a.example", with: resolver) == [.v4(0x0101_0101)])
    }
}
