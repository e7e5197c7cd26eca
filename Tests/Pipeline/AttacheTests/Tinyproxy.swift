import AttacheTesting
import Foundation

/// A real tinyproxy on loopback for the duration of one test.
struct Tinyproxy {
    let port: Int
    private let log: String

    /// Its log, one line per request.
    var requests: [String] {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init).filter { $0.contains("CONNECT") && $0.contains("Request") }
    }

    /// Runs `body` with a proxy that tunnels to certain ports, and stops the proxy afterwards.
    static func serving(tunnelsTo ports: [Int], _ body: (Tinyproxy) async throws -> Void) async throws {
        let directory = try ScratchDirectory("proxy")
        defer { directory.remove() }
        let proxy = Tinyproxy(port: try LoopbackPort.free(), log: directory.path("log"))
        let connectable = ports.map { "ConnectPort \($0)\n" }.joined()
        let text = "Port \(proxy.port)\nListen 127.0.0.1\nTimeout 60\nAllow 127.0.0.1\nLogLevel Connect\n\(connectable)"
        let file = try directory.write(text, to: "tinyproxy.conf")
        try await ServerProcess.serving("/usr/bin/tinyproxy", ["-d", "-c", file], on: [proxy.port], output: proxy.log) {
            try await body(proxy)
        }
    }
}
