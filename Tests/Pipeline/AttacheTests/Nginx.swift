import AttacheTesting
import Foundation

/// The sample site, served by nginx on loopback with and without TLS, for the duration of one test.
struct Nginx {
    let site: SampleSite
    /// The port for http.
    let port: Int
    /// The port for https, with a certificate of the site's private authority.
    let securePort: Int

    /// Runs `body` with a server, and stops the server afterwards.
    static func serving<Value>(_ body: (Nginx) async throws -> Value) async throws -> Value {
        let site = try SampleSite.shared.get()
        let directory = try ScratchDirectory("nginx")
        defer { directory.remove() }
        let server = Nginx(site: site, port: try LoopbackPort.free(), securePort: try LoopbackPort.free())
        let ports = [server.port, server.securePort]
        return try await ServerProcess.nginx(in: directory.path, on: ports, server.configuration) {
            try await body(server)
        }
    }

    func url(_ path: String, secure: Bool) -> String {
        secure ? "https://127.0.0.1:\(securePort)/\(path)" : "http://127.0.0.1:\(port)/\(path)"
    }

    private var configuration: String {
        """
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
        """
    }
}
