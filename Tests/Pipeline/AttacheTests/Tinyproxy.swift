import AttacheTesting
import Foundation

/// A real tinyproxy on loopback for the duration of one test.
struct Tinyproxy {
    let port: Int
    private let log: URL

    /// Its log, one line per request.
    var requests: [String] {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init).filter { $0.contains("CONNECT") && $0.contains("Request") }
    }

    /// Runs `body` with a proxy that tunnels to certain ports, and stops the proxy afterwards.
    static func serving(tunnelsTo ports: [Int], _ body: (Tinyproxy) async throws -> Void) async throws {
        let directory = URL(filePath: NSTemporaryDirectory()).appending(path: "attache-proxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let proxy = Tinyproxy(port: try LoopbackPort.free(), log: directory.appending(path: "log"))
        let connectable = ports.map { "ConnectPort \($0)\n" }.joined()
        let text = "Port \(proxy.port)\nListen 127.0.0.1\nTimeout 60\nAllow 127.0.0.1\nLogLevel Connect\n\(connectable)"
        let file = directory.appending(path: "tinyproxy.conf")
        try Data(text.utf8).write(to: file)
        let child = try ChildProcess(
            "/usr/bin/tinyproxy",
            ["-d", "-c", file.path(percentEncoded: false)],
            output: proxy.log.path(percentEncoded: false)
        )
        let result: Result<Void, any Error>
        do {
            try await LoopbackPort.waitUntilOpen(proxy.port)
            result = .success(try await body(proxy))
        } catch {
            result = .failure(error)
        }
        child.terminate()
        _ = await child.wait()
        try result.get()
    }
}
