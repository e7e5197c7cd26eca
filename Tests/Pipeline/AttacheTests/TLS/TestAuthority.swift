import AttacheTesting
import Foundation

/// A private certificate authority, created by `openssl` in a scratch directory.
struct TestAuthority: Sendable {
    /// The directory of all files; a server may serve files from it.
    let directory: URL

    /// The root certificate, for clients to trust.
    var root: String { path("root.pem") }

    /// Creates an authority, runs `body`, and removes everything.
    static func with<Value>(_ body: (TestAuthority) async throws -> Value) async throws -> Value {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        let authority = TestAuthority(directory: directory)
        try await authority.makeRoot()
        return try await body(authority)
    }

    /// The path of a file in the directory.
    func path(_ name: String) -> String { directory.appending(path: name).path(percentEncoded: false) }

    /// Creates `NAME.pem`, `NAME.key` and, below an intermediate authority, `chain.pem`.
    func issue(_ leaf: LeafCertificate = LeafCertificate(), as name: String = "leaf") async throws {
        let lines = ["subjectAltName=\(leaf.names)", "extendedKeyUsage=serverAuth"] + leaf.extensions
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: directory.appending(path: "\(name).ext"))
        try await openssl(
            ["req", "-newkey"] + leaf.key + ["-nodes", "-keyout", "\(name).key", "-out", "\(name).csr"]
                + ["-subj", "/CN=\(name)"]
        )
        if leaf.issuer == .itself {
            try await openssl(
                ["x509", "-req", "-in", "\(name).csr", "-signkey", "\(name).key", "-days", "2"]
                    + ["-extfile", "\(name).ext", "-out", "\(name).pem"]
            )
            return
        }
        if leaf.issuer == .intermediate { try await makeIntermediate() }
        let issuer = leaf.issuer == .intermediate ? "intermediate" : "root"
        // `x509 -req` cannot set the start of the validity period; `ca` can.
        try await openssl(
            ["ca", "-batch", "-config", "ca.conf", "-name", issuer, "-md", leaf.digest, "-notext"]
                + ["-in", "\(name).csr", "-out", "\(name).pem", "-extfile", "\(name).ext"]
                + ["-startdate", Self.date(leaf.validity.days.lowerBound)]
                + ["-enddate", Self.date(leaf.validity.days.upperBound)]
        )
    }

    /// Creates `status.der`: the root's response for a certificate that it has revoked.
    func revoke(_ name: String = "leaf") async throws {
        try await openssl(["ca", "-config", "ca.conf", "-name", "root", "-revoke", "\(name).pem"])
        try await openssl(
            ["ocsp", "-index", "index", "-CA", "root.pem", "-rsigner", "root.pem", "-rkey", "root.key"]
                + ["-issuer", "root.pem", "-cert", "\(name).pem", "-respout", "status.der", "-ndays", "1"]
        )
    }

    /// The public key of a certificate in the form of `SPKI-SHA256-BASE64`, computed by `openssl`.
    func pin(_ name: String = "leaf") async throws -> String {
        try await openssl(["x509", "-in", "\(name).pem", "-pubkey", "-noout", "-out", "\(name).pub"])
        try await openssl(["pkey", "-pubin", "-in", "\(name).pub", "-outform", "der", "-out", "\(name).der"])
        try await openssl(["dgst", "-sha256", "-binary", "-out", "\(name).digest", "\(name).der"])
        return try Data(contentsOf: directory.appending(path: "\(name).digest")).base64EncodedString()
    }

    /// Runs `openssl` in the directory, without blocking a thread.
    private func openssl(_ arguments: [String]) async throws {
        let log = path("openssl-\(UUID().uuidString).log")
        let child = try ChildProcess(
            "/usr/bin/openssl",
            arguments,
            in: directory.path(percentEncoded: false),
            output: log
        )
        guard await child.wait() == 0 else {
            let words = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            throw CommandLineTool.Failure(description: "openssl \(arguments.joined(separator: " ")): \(words)")
        }
    }

    private func makeRoot() async throws {
        let authority = """
            new_certs_dir = .
            database = index
            serial = serial
            policy = anything
            default_md = sha256
            unique_subject = no
            copy_extensions = none
            """
        let configuration = """
            [root]
            certificate = root.pem
            private_key = root.key
            \(authority)
            [intermediate]
            certificate = intermediate.pem
            private_key = intermediate.key
            \(authority)
            [anything]
            commonName = supplied
            """
        try Data(configuration.utf8).write(to: directory.appending(path: "ca.conf"))
        try Data().write(to: directory.appending(path: "index"))
        try Data("1000\n".utf8).write(to: directory.appending(path: "serial"))
        try await openssl(
            ["req", "-x509", "-newkey"] + LeafCertificate().key + ["-nodes", "-keyout", "root.key"]
                + ["-out", "root.pem", "-subj", "/CN=Attache Test Root", "-days", "2"]
        )
    }

    private func makeIntermediate() async throws {
        try await openssl(
            ["req", "-newkey"] + LeafCertificate().key + ["-nodes", "-keyout", "intermediate.key"]
                + ["-out", "intermediate.csr", "-subj", "/CN=Attache Test Intermediate"]
        )
        try Data("basicConstraints=critical,CA:true\n".utf8).write(to: directory.appending(path: "intermediate.ext"))
        try await openssl(
            ["x509", "-req", "-in", "intermediate.csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial"]
                + ["-days", "2", "-extfile", "intermediate.ext", "-out", "intermediate.pem"]
        )
    }

    private static func date(_ days: Int) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyyMMddHHmmss'Z'"
        return formatter.string(from: Date(timeIntervalSinceNow: Double(days) * 86_400))
    }
}

extension LeafCertificate.Validity {
    /// The first and last day of the validity period.
    fileprivate var days: ClosedRange<Int> {
        switch self {
        case .now: -1...2
        case .past: -3 ... -1
        case .future: 1...3
        }
    }
}
