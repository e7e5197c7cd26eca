import AttacheTesting
import Foundation

/// A certificate for a test's service, and TLS clients in Python that may violate the protocol.
struct TLSPeer: Sendable {
    let directory: ScratchDirectory

    init() async throws {
        directory = try ScratchDirectory()
        try await makeCertificate("first")
    }

    /// The options that make a service use the certificate.
    var options: [String] {
        ["--tls-certificate", directory.path("chain.pem"), "--tls-key", directory.path("key.pem")]
    }

    /// Creates a certificate for a name and a number of days, in place of the previous one.
    func makeCertificate(_ name: String, days: Int = 2) async throws {
        let request = try ChildProcess(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                "\(days)",
                "-subj", "/CN=\(name)", "-keyout", directory.path("key.pem"), "-out", directory.path("chain.pem"),
            ]
        )
        _ = await request.wait()
    }

    /// Runs a client; `connect("http/1.1")` in the script opens a TLS connection that offers these protocols.
    ///
    /// - Parameters:
    ///   - port: The service's port.
    ///   - script: The client's code, in Python.
    /// - Returns: The output of the script.
    /// - Throws: An error when Python does not start.
    func run(_ port: Int, _ script: String) async throws -> String {
        let name = UUID().uuidString
        let frame = """
            import socket, ssl, time
            def connect(*protocols):
                context = ssl.create_default_context()
                context.check_hostname = False
                context.verify_mode = ssl.CERT_NONE
                context.set_alpn_protocols(protocols)
                return context.wrap_socket(socket.create_connection(("127.0.0.1", \(port))))

            """
        let client = try ChildProcess("/usr/bin/python3", ["-c", frame + script], output: directory.path(name))
        _ = await client.wait()
        return directory.text(name)
    }
}
