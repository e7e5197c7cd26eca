import Attache
import AttacheSystem
import AttacheTesting
import Foundation
import Logging
import LoopbackOrigin
import Testing

@testable import AttacheServer

/// A service that a test calls over a real socket.
struct ServiceScene: Sendable {
    /// The response of one request, as curl reports it.
    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: String

        /// The lines of an NDJSON body.
        var lines: [String] { body.split(separator: "\n").map(String.init) }
    }

    let address: ListenAddress
    let directory: String
    let origin: LoopbackOrigin

    /// Runs a service while `body` runs.
    static func with(
        origin handler: @escaping LoopbackOrigin.Handler = { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png")
        },
        configured change: (inout ServiceConfiguration, String) throws -> Void = { _, _ in },
        log: ServiceLog = ServiceLog(level: .critical),
        _ body: (ServiceScene) async throws -> Void
    ) async throws {
        try await ServiceTurns.take { try await run(origin: handler, configured: change, log, body) }
    }

    private static func run(
        origin handler: @escaping LoopbackOrigin.Handler,
        configured change: (inout ServiceConfiguration, String) throws -> Void,
        _ log: ServiceLog,
        _ body: (ServiceScene) async throws -> Void
    ) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path
        let origin = try LoopbackOrigin.start(handler: handler)
        defer { origin.stop() }
        var configuration = ServiceConfiguration()
        configuration.listen = .network(host: "127.0.0.1", port: 0)
        configuration.attache.storeDirectory = "\(directory)/store"
        // No payload's time ends during a test, however slow the machine is.
        configuration.attache.deadline = .seconds(600)
        configuration.attache.allowedAddresses = ["127.0.0.1:\(origin.port)"]
        try change(&configuration, directory)
        let service = AttacheService(configuration, log: log)
        let (addresses, listening) = AsyncStream<ListenAddress>.makeStream()
        let task = Task {
            defer { listening.finish() }
            _ = try await service.run { address in listening.yield(address) }
        }
        var iterator = addresses.makeAsyncIterator()
        guard let address = await iterator.next() else { return try await task.value }
        do {
            try await body(ServiceScene(address: address, directory: directory, origin: origin))
        } catch {
            task.cancel()
            _ = try? await task.value
            throw error
        }
        task.cancel()
        _ = try? await task.value
    }

    /// A push with the URL of a picture at the origin.
    func payload(_ path: String = "/photo.png") -> String {
        #"{"aps":{"alert":"Hello","mutable-content":1},"media_url":"\#(origin.url(path))"}"#
    }

    /// Sends a request with curl.
    ///
    /// - Parameters:
    ///   - path: Path and query.
    ///   - arguments: Further arguments for curl.
    ///   - body: The request body, as JSON unless the arguments set another type.
    /// - Returns: The response, with status 0 when there was none.
    /// - Throws: An error when curl does not start.
    func ask(_ path: String, _ arguments: [String] = [], body: String? = nil) async throws -> Answer {
        let name = "\(directory)/\(UUID().uuidString)"
        var words = ["-s", "-S", "--max-time", "300", "-D", "\(name).head", "-o", "\(name).body", "-w", "%{http_code}"]
        if let body {
            try body.write(toFile: "\(name).in", atomically: false, encoding: .utf8)
            words += ["--data-binary", "@\(name).in"]
            if !arguments.contains(where: { $0.lowercased().hasPrefix("content-type") }) {
                words += ["-H", "Content-Type: application/json"]
            }
        }
        switch address {
        case .network(let host, let port): words += arguments + ["http://\(host):\(port)\(path)"]
        case .unix(let socket): words += arguments + ["--unix-socket", socket, "http://localhost\(path)"]
        }
        let curl = try ChildProcess("/usr/bin/curl", words, output: "\(name).status", errors: "\(name).errors")
        _ = await curl.wait()
        let read = { (suffix: String) in (try? String(contentsOfFile: "\(name).\(suffix)", encoding: .utf8)) ?? "" }
        var headers: [String: String] = [:]
        for line in read("head").split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        return Answer(status: Int(read("status")) ?? 0, headers: headers, body: read("body"))
    }
}
