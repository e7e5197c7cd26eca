import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

/// The built `attached`, an origin, and a directory for both, for one test.
// @unchecked Sendable: a test restarts the service only while it sends no request.
final class ProgramScene: @unchecked Sendable {
    /// The response of one request.
    struct Answer: Sendable, Equatable {
        let status: Int
        /// By name in lower case.
        let headers: [String: String]
        let body: Data
        /// The protocol, such as `HTTP/1.1`.
        let version: String

        var text: String { String(decoding: body, as: UTF8.self) }
        var isReplayed: Bool { headers["idempotency-replayed"] == "true" }
    }

    let directory: String
    let origin: LoopbackOrigin
    private let arguments: [String]
    private(set) var process: AttachedProcess
    private(set) var port: Int
    private var isOver = false

    private init(_ arguments: [String], directory: String, origin: LoopbackOrigin) async throws {
        self.directory = directory
        self.origin = origin
        self.arguments =
            [
                "serve", "--listen", "127.0.0.1:0", "--state", "\(directory)/state",
                "--allow-address", "127.0.0.0/8:\(origin.port)",
            ] + arguments
        process = try AttachedProcess(self.arguments, in: directory)
        port = try await process.port()
    }

    /// Runs the service while `body` runs.
    ///
    /// - Parameters:
    ///   - arguments: Arguments of `attached serve` besides address, state and the origin's.
    ///   - files: Files in the directory, by name.
    ///   - handler: The behaviour of the origin; by default every path is a picture.
    ///   - body: The test.
    /// - Throws: Errors of the test, or an error when the service does not start.
    static func with(
        _ arguments: [String] = [],
        files: [String: String] = [:],
        origin handler: @escaping LoopbackOrigin.Handler = { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png")
        },
        _ body: (ProgramScene) async throws -> Void
    ) async throws {
        try await ServiceTurns.take { try await run(arguments, files: files, origin: handler, body) }
    }

    private static func run(
        _ arguments: [String],
        files: [String: String],
        origin handler: @escaping LoopbackOrigin.Handler,
        _ body: (ProgramScene) async throws -> Void
    ) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.path
        for (name, text) in files {
            try text.write(toFile: "\(directory)/\(name)", atomically: false, encoding: .utf8)
            // A file of tokens that others can read is worth a warning.
            unsafe chmod("\(directory)/\(name)", 0o600)
        }
        let origin = try LoopbackOrigin.start(handler: handler)
        defer { origin.stop() }
        let scene = try await ProgramScene(arguments, directory: directory, origin: origin)
        do {
            try await body(scene)
        } catch {
            await scene.end(by: SIGKILL)
            throw error
        }
        await scene.end(by: SIGTERM)
    }

    /// Stops the service and starts it again.
    ///
    /// - Parameter signal: The signal to send: `SIGTERM`, or `SIGKILL` for a crash.
    /// - Throws: An error when the service does not start.
    func restart(after signal: Int32) async throws {
        await end(by: signal)
        process = try AttachedProcess(arguments, in: directory)
        isOver = false
        port = try await process.port()
    }

    @discardableResult
    func end(by signal: Int32) async -> Int32 {
        // The process identifier may be reused by now.
        guard !isOver else { return 0 }
        isOver = true
        process.send(signal)
        return await process.wait()
    }

    /// A push with the URL of a picture at the origin.
    func payload(_ path: String = "/photo.png", title: String = "Hello") -> String {
        #"{"aps":{"alert":"\#(title)","mutable-content":1},"media_url":"\#(origin.url(path))"}"#
    }

    /// Sends a request with curl.
    ///
    /// - Parameters:
    ///   - path: Path and query.
    ///   - headers: Header lines.
    ///   - arguments: Further arguments of curl.
    ///   - isSecure: Whether to use TLS, and to offer HTTP/2 in it.
    ///   - body: The request body as JSON, or `nil` for a GET.
    /// - Returns: The response, with status 0 when there was none.
    /// - Throws: An error when curl does not start.
    func ask(
        _ path: String,
        _ headers: [String] = [],
        arguments: [String] = [],
        secure isSecure: Bool = false,
        body: String? = nil
    ) async throws -> Answer {
        let name = "\(directory)/\(UUID().uuidString)"
        var words = ["-s", "-S", "--max-time", "300", "-D", "\(name).head", "-o", "\(name).body"]
        words += headers.flatMap { ["-H", $0] } + arguments
        if isSecure { words += ["--http2", "--insecure"] }
        if let body {
            try body.write(toFile: "\(name).in", atomically: false, encoding: .utf8)
            let isTyped = arguments.contains { $0.hasPrefix("Content-Type") }
            words += isTyped ? [] : ["-H", "Content-Type: application/json"]
            words += ["--data-binary", "@\(name).in"]
        }
        let curl = try ChildProcess(
            "/usr/bin/curl",
            words + ["\(isSecure ? "https" : "http")://127.0.0.1:\(port)\(path)"],
            errors: "\(name).errors"
        )
        _ = await curl.wait()
        let heads = (try? String(contentsOfFile: "\(name).head", encoding: .utf8)) ?? ""
        // The last response head: a 100 may precede it.
        let head = heads.components(separatedBy: "\r\n\r\n").last { !$0.isEmpty } ?? ""
        let lines = head.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        let bytes = (try? Data(contentsOf: URL(filePath: "\(name).body"))) ?? Data()
        return Answer(
            status: status ?? 0,
            headers: fields,
            body: bytes,
            version: lines.first.map { String($0.prefix { $0 != " " }) } ?? ""
        )
    }

    /// Rewrites a payload with an idempotency key.
    func rewrite(_ body: String, key: String, _ headers: [String] = [], query: String = "") async throws -> Answer {
        try await ask("/v1/rewrite\(query)", ["Idempotency-Key: \(key)"] + headers, body: body)
    }
}
