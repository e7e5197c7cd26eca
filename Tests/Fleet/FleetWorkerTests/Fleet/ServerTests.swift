import Attache
import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import Glibc
import TestWidth
import Testing

@testable import FleetWorker

@Suite("Servers that are secured, and servers that end", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ServerTests {
    /// A `nats-server` of Debian, with a directory that outlives it.
    private struct Server {
        let process: ChildProcess
        let url: String

        init(in directory: String, port: String = "-1", _ arguments: [String] = []) async throws {
            for file in try FileManager.default.contentsOfDirectory(atPath: directory) where file.hasSuffix(".ports") {
                try FileManager.default.removeItem(atPath: "\(directory)/\(file)")
            }
            process = try ChildProcess(
                "/usr/sbin/nats-server",
                ["-a", "127.0.0.1", "-p", port, "-js", "-sd", "\(directory)/store", "--ports_file_dir", directory]
                    + arguments,
                in: directory,
                output: "\(directory)/server-log"
            )
            let server = process
            url = try await waitFor {
                try #require(!server.isOver, "the server does not start")
                let files = try FileManager.default.contentsOfDirectory(atPath: directory)
                guard let name = files.first(where: { $0.hasSuffix(".ports") }) else { return nil }
                let bytes = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
                return (try? JSONDocument(parsing: Array(bytes)))?.root["nats"]?.elements.compactMap(\.string).first
            }
        }
    }

    private func withDirectory(_ body: (String) async throws -> Void) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path
        try await body(directory)
    }

    private func setUp(_ change: (inout NATSConfiguration) -> Void) async throws {
        var nats = NATSConfiguration()
        change(&nats)
        _ = try await FleetSetup(FleetPlan()).run(nats)
    }

    @Test("With TLS and a token, only a client that trusts the certificate and has the token is let in")
    func secured() async throws {
        try await withDirectory { directory in
            for (name, host) in [("own", "IP:127.0.0.1"), ("other", "DNS:other.example")] {
                let openssl = try ChildProcess(
                    "/usr/bin/openssl",
                    [
                        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "\(name).key", "-out",
                        "\(name).pem", "-days", "1", "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(host)",
                    ],
                    in: directory
                )
                #expect(await openssl.wait() == 0)
                try "\(name)-token\n".write(toFile: "\(directory)/\(name)", atomically: false, encoding: .utf8)
            }
            for (certificate, isTrusted) in [("own", true), ("other", false)] {
                let arguments = [
                    "--tls", "--tlscert", "\(certificate).pem", "--tlskey", "\(certificate).key", "--auth", "own-token",
                ]
                let server = try await Server(in: directory, arguments)
                func enter(_ authority: String?, _ token: String) async -> Bool {
                    await
                        (try? setUp { nats in
                            nats.servers = [server.url]
                            nats.certificateAuthorityFile = authority.map { "\(directory)/\($0).pem" }
                            nats.tokenFile = "\(directory)/\(token)"
                        }) != nil
                }
                #expect(await enter(certificate, "own") == isTrusted)
                #expect(await enter(certificate, "other") == false)
                #expect(await enter(certificate == "own" ? "other" : "own", "own") == false)
                #expect(await enter(nil, "own") == false)
                server.process.terminate()
                _ = await server.process.wait()
            }
        }
    }

    @Test("A worker continues when its server is killed and comes back, and every payload has one result")
    func restarted() async throws {
        try await withDirectory { directory in
            let first = try await Server(in: directory)
            let port = try #require(first.url.split(separator: ":").last.map(String.init))
            try await setUp { $0.servers = [first.url] }
            var configuration = WorkerConfiguration()
            configuration.nats.servers = [first.url]
            let (isStopped, reconnections) = (Locked(false), Locked(0))
            let worker = FleetWorker(configuration, isStopRequested: { isStopped.withLock { $0 } }) { event in
                if case .reconnected = event { reconnections.withLock { $0 += 1 } }
            }
            var pipeline = AttacheConfiguration()
            pipeline.storeDirectory = "\(directory)/media"
            let settings = pipeline
            async let outcome = withAttache(configuration: settings) { try await worker.run($0) }

            let sender = FleetSender(configuration.nats, names: .standard, tenant: "acme")
            func send(_ names: Range<Int>) async throws -> Int {
                let left = Locked(names.map { #"{"id":"\#($0)","payload":{"aps":{"alert":"Hi"}}}"# })
                let found = Locked(Set<String>())
                _ = try await sender.send(
                    { left.withLock { $0.popLast().map { Array($0.utf8) } } },
                    waits: true
                ) { result in
                    let name = (try? JSONDocument(parsing: result))?.root["id"]?.string
                    found.withLock { if let name { $0.insert(name) } }
                }
                return found.withLock { $0.count }
            }
            #expect(try await send(0..<50) == 50)
            first.process.send(SIGKILL)
            _ = await first.process.wait()
            let second = try await Server(in: directory, port: port)
            #expect(try await send(50..<100) == 50)
            #expect(reconnections.withLock { $0 } == 1)
            isStopped.withLock { $0 = true }
            #expect(try await outcome == .drained)
            second.process.terminate()
            _ = await second.process.wait()
        }
    }
}
