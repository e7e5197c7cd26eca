import AttacheTesting
import Foundation
import Testing

/// A real nginx on loopback, with and without TLS, for the duration of one test.
struct Nginx {
    let site: SampleSite
    /// The port for http.
    let port: Int
    /// The port for https, with a certificate of the site's private authority.
    let securePort: Int

    /// Runs `body` with a server, and stops the server afterwards.
    static func serving<Value>(_ body: (Nginx) async throws -> Value) async throws -> Value {
        let site = try SampleSite.shared.get()
        let directory = URL(filePath: NSTemporaryDirectory()).appending(path: "attache-nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = Nginx(site: site, port: try LoopbackPort.free(), securePort: try LoopbackPort.free())
        let file = directory.appending(path: "nginx.conf")
        try Data(server.configuration(in: directory).utf8).write(to: file)
        let child = try ChildProcess(
            "/usr/sbin/nginx",
            ["-c", file.path(percentEncoded: false), "-e", "stderr"]
        )
        let result: Result<Value, any Error>
        do {
            try await LoopbackPort.waitUntilOpen(server.port)
            try await LoopbackPort.waitUntilOpen(server.securePort)
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        child.terminate()
        _ = await child.wait()
        return try result.get()
    }

    func url(_ path: String, secure: Bool) -> String {
        secure ? "https://127.0.0.1:\(securePort)/\(path)" : "http://127.0.0.1:\(port)/\(path)"
    }

    private func configuration(in directory: URL) -> String {
        let here = directory.path(percentEncoded: false)
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(here)/\($0);" }.joined(separator: " ")
        return """
            daemon off; master_process off; pid \(here)/nginx.pid; error_log /dev/null;
            events { worker_connections 256; }
            http {
                access_log off; \(temporary)
                include /etc/nginx/mime.types;
                server {
                    listen 127.0.0.1:\(port);
                    listen 127.0.0.1:\(securePort) ssl http2;
                    ssl_certificate \(site.certificate.path(percentEncoded: false));
                    ssl_certificate_key \(site.key.path(percentEncoded: false));
                    root \(site.root.path(percentEncoded: false));
                    location = /redirect { return 302 /photo.png; }
                    location = /insecure { return 302 http://media.example.com/photo.png; }
                    location = /loop { return 302 /loop; }
                    location = /gone { return 410; }
                    location = /busy { return 503; }
                }
            }
            """
    }
}
