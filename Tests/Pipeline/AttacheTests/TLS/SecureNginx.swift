import AttacheTesting
import Foundation

/// nginx with an authority's certificates, for features that OpenSSL's own server lacks.
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
        return try await ServerProcess.nginx(in: here, on: [port], "root \(here); \(servers(port))") {
            try await body(port)
        }
    }

    /// A `server` block with a certificate.
    static func server(_ port: Int, certificate: String = "leaf", _ directives: String = "") -> String {
        "server { listen 127.0.0.1:\(port) ssl; ssl_certificate \(certificate).pem;"
            + " ssl_certificate_key \(certificate).key; \(directives) }"
    }
}
