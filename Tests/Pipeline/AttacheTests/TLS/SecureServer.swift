import AttacheTesting
import Foundation

/// OpenSSL's own server, which serves the files of an authority's directory over TLS.
enum SecureServer {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs `body` while the server runs.
    ///
    /// - Parameters:
    ///   - authority: The authority whose leaf it presents.
    ///   - arguments: Further arguments of `openssl s_server`.
    ///   - body: Receives the port.
    /// - Returns: What `body` returns.
    /// - Throws: Errors of `body`, or an error when the server does not start.
    static func serving<Value>(
        _ authority: TestAuthority,
        _ arguments: [String],
        _ body: (Int) async throws -> Value
    ) async throws -> Value {
        let log = authority.path("server.log")
        let child = try ChildProcess(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-WWW", "-cert", "leaf.pem", "-key", "leaf.key"] + arguments,
            in: authority.directory.path(percentEncoded: false),
            output: log
        )
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(try await port(log, child)))
        } catch {
            result = .failure(error)
        }
        child.terminate()
        _ = await child.wait()
        return try result.get()
    }

    /// The port that the server reports as accepting.
    private static func port(_ log: String, _ child: ChildProcess) async throws -> Int {
        try await waitFor {
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT 127.0.0.1:") }) {
                return Int(line.split(separator: ":").last ?? "")
            }
            if text.contains("error") { throw Failure(description: text) }
            return nil
        }
    }
}
