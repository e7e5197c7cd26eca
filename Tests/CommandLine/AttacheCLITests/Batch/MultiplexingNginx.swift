import AttacheTesting
import Foundation
import LoopbackOrigin

/// A real nginx with HTTP/2 over TLS and a certificate of a private authority. It logs the connection of every request
/// and serves the sample picture at every path.
struct MultiplexingNginx {
    struct Failure: Error {
        let step: String
    }

    /// A completed request.
    struct Request {
        let connection: Int
        let version: String
        /// In seconds.
        let span: ClosedRange<Double>
    }

    let port: Int
    /// The certificate of the authority, for clients to trust.
    let authority: String
    private let log: String

    /// Runs `body` while the server runs.
    ///
    /// - Parameters:
    ///   - directory: The directory for its files.
    ///   - speaksHTTP2: Whether it offers HTTP/2 in addition to HTTP/1.1; each response then takes about a second.
    ///   - body: Receives the server.
    /// - Returns: What `body` returns.
    /// - Throws: Errors of `body`, or an error when the server does not start.
    static func serving<Value>(
        in directory: String,
        speaksHTTP2: Bool,
        _ body: (MultiplexingNginx) async throws -> Value
    ) async throws -> Value {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try await makeCertificates(in: directory)
        let picture = SampleMedia.padded(jpeg: SampleMedia.photoJPEG.bytes, to: 20_000)
        try Data(picture).write(to: URL(filePath: directory + "/photo.jpg"))
        let server = MultiplexingNginx(
            port: try LoopbackPort.free(),
            authority: directory + "/ca.pem",
            log: directory + "/requests"
        )
        let text = server.configuration(in: directory, speaksHTTP2)
        return try await ServerProcess.nginx(in: directory, on: [server.port], text) { try await body(server) }
    }

    /// The requests so far.
    func requests() throws -> [Request] {
        try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            guard words.count == 4, let connection = Int(words[0]), let end = Double(words[2]),
                let duration = Double(words[3])
            else { throw Failure(step: "read \(line)") }
            return Request(connection: connection, version: String(words[1]), span: (end - duration)...end)
        }
    }

    /// The content of the `http` block.
    private func configuration(in directory: String, _ speaksHTTP2: Bool) -> String {
        // One second delivers half of 20,000 bytes, so the rest waits for the next second.
        let rate = speaksHTTP2 ? "limit_rate 10k;" : ""
        return """
            log_format requests '$connection $server_protocol $msec $request_time';
            types { image/jpeg jpg; }
            server {
                listen 127.0.0.1:\(port) ssl\(speaksHTTP2 ? " http2" : "");
                ssl_certificate \(directory)/leaf.pem;
                ssl_certificate_key \(directory)/leaf.key;
                root \(directory);
                access_log \(log) requests;
                location / { rewrite ^ /photo.jpg break; \(rate) }
            }
            """
    }

    private static func makeCertificates(in directory: String) async throws {
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        let steps = [
            ["req", "-x509"] + key + ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test CA", "-days", "2"],
            ["req"] + key + ["-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=leaf"]
                + ["-addext", "subjectAltName=IP:127.0.0.1"],
            ["x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2"]
                + ["-sha256", "-copy_extensions", "copy", "-out", "leaf.pem"],
        ]
        for step in steps {
            guard try await ChildProcess("/usr/bin/openssl", step, in: directory).wait() == 0 else {
                throw Failure(step: step.joined(separator: " "))
            }
        }
    }
}
