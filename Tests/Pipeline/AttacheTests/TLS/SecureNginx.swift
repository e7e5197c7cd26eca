import AttacheTesting
import Foundation

/// A real nginx with an authority's certificates, for features that OpenSSL's own server lacks.
enum SecureNginx {
    /// Runs `body` while the server runs.
    ///
    /// - Parameters:
    ///   - authority: The authority whose directory it serves; certificates are `leaf` and, for another name, `other`.
    ///   - servers: The configuration's `server` blocks, for a port.
    ///   - body: Receives the port.
    /// - Returns: What `body` returns.
    /// - Throws: Errors of `body`, or an error when the server does not start.
    static func serving<Value>(
        _ authority: TestAuthority,
        _ servers: (Int) -> String,
        _ body: (Int) async throws -> Value
    ) async throws -> Value {
        let port = try LoopbackPort.free()
        let here = authority.directory.path(percentEncoded: false)
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(here)/\($0);" }.joined(separator: " ")
        let text = """
            daemon off; master_process off; pid \(here)/nginx.pid; error_log /dev/null;
            events { worker_connections 64; }
            http { access_log off; \(temporary) root \(here); \(servers(port)) }
            """
        try Data(text.utf8).write(to: authority.directory.appending(path: "nginx.conf"))
        let child = try ChildProcess("/usr/sbin/nginx", ["-c", authority.path("nginx.conf"), "-e", "stderr"])
        let result: Result<Value, any Error>
        do {
            try await LoopbackPort.waitUntilOpen(port)
            result = .success(try await body(port))
        } catch {
            result = .failure(error)
        }
        child.terminate()
        _ = await child.wait()
        return try result.get()
    }

    /// A `server` block with a certificate.
    static func server(_ port: Int, certificate: String = "leaf", _ directives: String = "") -> String {
        "server { listen 127.0.0.1:\(port) ssl; ssl_certificate \(certificate).pem;"
            + " ssl_certificate_key \(certificate).key; \(directives) }"
    }
}
