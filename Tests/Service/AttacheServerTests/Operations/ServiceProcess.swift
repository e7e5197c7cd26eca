import AttacheSystem
import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

/// A real service in a separate process, on a port that the system chose.
struct ServiceProcess: Sendable {
    struct NotListening: Error {
        let log: String
    }

    /// The directory of the service's store, output and log.
    let directory: ScratchDirectory
    let port: Int
    private let child: ChildProcess
    private let hasEnded = Locked(false)

    private init(_ child: ChildProcess, port: Int, in directory: ScratchDirectory) {
        self.child = child
        self.port = port
        self.directory = directory
    }

    /// Runs a service while a test runs, and stops it afterwards.
    ///
    /// - Parameters:
    ///   - arguments: The service's arguments besides its store, as `NAME=VALUE`.
    ///   - origin: The origin whose media the service may load.
    ///   - body: The test.
    /// - Throws: `NotListening` when the service does not start, and errors of the test.
    static func run(
        _ arguments: [String] = [],
        beside origin: LoopbackOrigin? = nil,
        _ body: (ServiceProcess) async throws -> Void
    ) async throws {
        try await ServiceTurns.take { try await runNow(arguments, beside: origin, body) }
    }

    private static func runNow(
        _ arguments: [String],
        beside origin: LoopbackOrigin?,
        _ body: (ServiceProcess) async throws -> Void
    ) async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let allowed = origin.map { ["allow=127.0.0.0/8:\($0.port)"] } ?? []
        let child = try ChildProcess(
            BuiltProgram.path("ServiceFixture"),
            ["store=\(directory.path("store"))"] + allowed + arguments,
            output: directory.path("output"),
            errors: directory.path("log")
        )
        let address = try await waitFor {
            directory.text("output").split(separator: "\n").first ?? (child.isOver ? "" : nil)
        }
        guard !address.isEmpty else {
            child.send(SIGKILL)
            _ = await child.wait()
            throw NotListening(log: directory.text("log"))
        }
        let service = ServiceProcess(child, port: Int(address.split(separator: ":").last ?? "") ?? 0, in: directory)
        do {
            try await body(service)
            await service.kill()
        } catch {
            await service.kill()
            throw error
        }
    }

    /// Sends the service a signal; not after its end, when its process identifier may be reused.
    func send(_ signal: Int32) {
        hasEnded.withLock { if !$0 { child.send(signal) } }
    }

    /// Waits until the service exits.
    ///
    /// - Returns: Its exit status, or the negative number of the signal that ended it.
    func status() async -> Int32 {
        let status = await child.wait()
        hasEnded.withLock { $0 = true }
        return status
    }

    private func kill() async {
        guard !hasEnded.withLock({ $0 }) else { return }
        child.send(SIGKILL)
        _ = await status()
    }

    /// Sends a request on a new connection.
    func ask(
        _ method: String = "GET",
        _ path: String,
        headers: [String] = [],
        body: String = ""
    ) async -> LoopbackResponse? {
        let port = port
        return await Self.onThread {
            guard let client = try? LoopbackClient(port: port) else { return nil }
            client.send(Self.request(method, path, headers: headers + ["Connection: close"], body: body))
            return client.response()
        }
    }

    /// Rewrites a payload whose media is at a URL.
    func rewrite(_ url: String, headers: [String] = []) async -> LoopbackResponse? {
        await ask("POST", "/v1/rewrite?policy=hive", headers: headers, body: Self.payload(url))
    }

    /// The body of a response; empty when there is none.
    static func text(of response: LoopbackResponse?) -> String {
        String(decoding: response?.body ?? [], as: UTF8.self)
    }

    static func payload(_ url: String) -> String {
        #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(url)"}"#
    }

    static func request(_ method: String, _ path: String, headers: [String] = [], body: String) -> String {
        let length = method == "GET" ? [] : ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
        let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers + length + ["", body]
        return lines.joined(separator: "\r\n")
    }

    /// The log lines with this message, as JSON objects.
    func lines(_ message: String) -> [[String: Any]] {
        directory.text("log").split(separator: "\n").compactMap { line in
            try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }.filter { $0["message"] as? String == message }
    }

    /// Waits for a log line, as long as the service runs.
    func line(_ message: String) async throws -> [String: Any] {
        try await waitFor { () -> [String: Any]? in
            let isOver = child.isOver
            if let line = lines(message).first { return line }
            try #require(!isOver, "\(message) in \(directory.text("log"))")
            return nil
        }
    }

    /// A sample of the metrics, by its name and labels as written.
    func sample(_ name: String, headers: [String] = []) async -> Double? {
        guard let response = await ask("GET", "/metrics", headers: headers) else { return nil }
        let line = String(decoding: response.body, as: UTF8.self).split(separator: "\n").first {
            $0.hasPrefix("\(name) ")
        }
        return line.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    /// Runs a blocking closure on a separate thread.
    static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
