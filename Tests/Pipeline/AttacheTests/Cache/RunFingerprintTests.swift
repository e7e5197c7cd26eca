import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import Attache

@Suite("Run fingerprint", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct RunFingerprintTests {
    /// One change of a configuration, and the part of the fingerprint that it changes.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let apply: @Sendable (inout AttacheConfiguration) -> Void
        var testDescription: String { name }
    }

    private static let changes = [
        Change(name: "policies") { $0.policy = "hive" },
        Change(name: "network") { $0.network = "lte" },
        Change(name: "link") { $0.link = .off },
        Change(name: "deadline") { $0.deadline = .seconds(5) },
        Change(name: "egress") { $0.allowedPorts = ["8080"] },
        Change(name: "egress") { $0.deniedHosts = ["example.com"] },
        Change(name: "repair") { $0.repair = .on(program: "/proc/self/exe") },
        Change(name: "proxy") { $0.proxy = "http://127.0.0.1:3128" },
        Change(name: "rehost") { $0.rehost = "https://cdn.example.com/p/" },
        Change(name: "media-store") { $0.mediaStore = "s3://bucket/p" },
        Change(name: "dns-servers") { $0.dnsServers = ["192.0.2.1"] },
    ]

    @Test("A change affects its own part and no other", arguments: changes)
    func change(_ change: Change) throws {
        let before = try RunFingerprint(AttacheConfiguration())
        var configuration = AttacheConfiguration()
        change.apply(&configuration)
        #expect(Self.differences(try RunFingerprint(configuration), before) == [change.name])
    }

    /// Changes of links and buckets, and the parts that they change.
    private static let copies: [(change: Change, parts: [String])] = [
        (Change(name: "signed") { $0.rehostKeyFile = "a.keys" }, ["rehost"]),
        (Change(name: "other keys") { $0.rehostKeyFile = "b.keys" }, ["rehost"]),
        (Change(name: "bucket") { $0.mediaStore = "s3://other/p" }, ["media-store"]),
        (Change(name: "prefix") { $0.mediaStore = "s3://bucket/q" }, ["media-store"]),
        (Change(name: "endpoint") { $0.mediaStoreEndpoint = "http://127.0.0.1:9000" }, ["media-store"]),
        (Change(name: "ACL") { $0.mediaStoreACL = "private" }, []),
    ]

    @Test("Signatures and the place of copies affect their own parts, and rotated keys none")
    func copies() throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        for (name, secret) in [("a.keys", "a"), ("b.keys", "b")] {
            let key = "k1 \(String(repeating: secret, count: 32))\n"
            try Data(key.utf8).write(to: directory.appending(path: name))
        }
        var base = AttacheConfiguration()
        base.rehost = "https://cdn.example.com/p/"
        base.mediaStore = "s3://bucket/p"
        func fingerprint(_ change: Change?) throws -> RunFingerprint {
            var configuration = base
            change?.apply(&configuration)
            configuration.rehostKeyFile = configuration.rehostKeyFile.map { directory.appending(path: $0).path() }
            return try RunFingerprint(configuration)
        }
        let before = try fingerprint(nil)
        for (change, parts) in Self.copies {
            #expect(Self.differences(try fingerprint(change), before) == parts, "\(change.name)")
        }
        #expect(try fingerprint(Self.copies[0].change) == fingerprint(Self.copies[1].change))
    }

    @Test("Another file of certificate authorities affects its own part")
    func authorities() throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let path = scratch.path("authority.pem")
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "/dev/null"]
        let request = ["openssl", "req", "-x509", "-subj", "/CN=Test CA", "-days", "2", "-out", path] + key
        try #require(try ChildProcess("/usr/bin/env", request).waitBlocking() == 0)
        var configuration = AttacheConfiguration()
        configuration.certificateAuthorityFile = path
        let before = try RunFingerprint(AttacheConfiguration())
        #expect(Self.differences(try RunFingerprint(configuration), before) == ["cacert"])
    }

    @Test("Settings that do not affect results do not change the fingerprint")
    func irrelevant() throws {
        var configuration = AttacheConfiguration()
        configuration.storeDirectory = "/tmp/elsewhere"
        configuration.transferLimit = 3
        configuration.allowedPorts = []
        #expect(try RunFingerprint(configuration) == RunFingerprint(AttacheConfiguration()))
    }

    @Test("The order of unordered settings does not change the fingerprint")
    func order() throws {
        var one = AttacheConfiguration()
        one.allowedPorts = ["8080", "8081", "9000"]
        one.deniedHosts = ["a.example", ".b.example"]
        var other = AttacheConfiguration()
        other.allowedPorts = ["9000", "8081", "8080"]
        other.deniedHosts = [".b.example", "a.example"]
        #expect(try RunFingerprint(one) == RunFingerprint(other))
    }

    @Test("The Info.plist counts by its content")
    func infoPlist() throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        func fingerprint(_ name: String, allows: Bool) throws -> RunFingerprint {
            let file = directory.appending(path: name)
            let text = """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict>
                <key>NSAllowsArbitraryLoads</key><\(allows)/></dict></dict></plist>
                """
            try Data(text.utf8).write(to: file)
            var configuration = AttacheConfiguration()
            configuration.infoPlist = file.path(percentEncoded: false)
            return try RunFingerprint(configuration)
        }
        let strict = try fingerprint("strict.plist", allows: false)
        #expect(try fingerprint("copy.plist", allows: false) == strict)
        #expect(Self.differences(try fingerprint("loose.plist", allows: true), strict) == ["info-plist"])
        #expect(Self.differences(strict, try RunFingerprint(AttacheConfiguration())) == ["info-plist"])
    }

    /// The parts in which two fingerprints differ.
    private static func differences(_ one: RunFingerprint, _ other: RunFingerprint) -> [String] {
        zip(one.components, other.components).filter { $0 != $1 }.map { $0.0.name }
    }
}
