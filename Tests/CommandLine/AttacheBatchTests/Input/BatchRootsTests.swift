import AttacheDatabase
import AttacheTesting
import Foundation
import Glibc
import SystemPackage
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("The PATH arguments of a batch", .inProcess, .timeLimit(.minutes(1)))
struct BatchRootsTests {
    /// Creates a directory whose name is not valid UTF-8, and a link to it whose name is.
    private static func makeDirectory(_ byte: UInt8, in scratch: FilePath, linked way: String) throws {
        let path = try #require(FilePath(bytes: scratch.bytes + Array("/latin-".utf8) + [byte]))
        for directory in [path, path.appending("in"), scratch.appending(way)] {
            #expect(unsafe directory.withPlatformString { unsafe mkdir($0, 0o755) } == 0)
        }
        let status = unsafe path.appending("in").withPlatformString { target in
            unsafe scratch.appending(way).appending("in").withPlatformString { unsafe symlink(target, $0) }
        }
        #expect(status == 0)
    }

    @Test("Two paths that are not valid UTF-8 are different roots")
    func otherBytes() throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let scratch = directory.path
        try Self.makeDirectory(0xFC, in: FilePath(scratch), linked: "one")
        try Self.makeDirectory(0xF6, in: FilePath(scratch), linked: "other")
        let identities = try ["one", "other"].map { way in
            try BatchRoots(["\(scratch)/\(way)/in"], output: "\(scratch)/out").identity
        }
        #expect(identities[0].map(\.name) == ["PATH in"])
        #expect(identities[0] != identities[1])
        #expect(try BatchRoots(["\(scratch)/one/in"], output: "\(scratch)/out").identity == identities[0])
        #expect(try BatchRoots([scratch], output: "/tmp/out").identity.first?.value.hasSuffix(scratch) == true)
    }
}
