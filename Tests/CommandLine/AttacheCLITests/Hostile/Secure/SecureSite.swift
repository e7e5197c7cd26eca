import AttacheSystem
import AttacheTesting
import Foundation
import LoopbackOrigin

/// Hostile origins with TLS, each on its own port, with certificates of a private authority; shared by all tests.
struct SecureSite: Sendable {
    struct Failure: Error {
        let step: String
    }

    static let shared = Result { try SecureSite() }

    /// The certificate of the authority, for clients to trust.
    let authority: String
    private let ports: [String: Int]

    /// The port of an origin.
    ///
    /// - Parameter name: The origin's name, as `origin.py` gives it.
    /// - Returns: The port on 127.0.0.1.
    /// - Throws: `Failure` when no origin has this name.
    func port(_ name: String) throws -> Int {
        guard let port = ports[name] else { throw Failure(step: "find the origin \(name)") }
        return port
    }

    private init() throws {
        let scratch = try ScratchDirectory()
        let directory = scratch.path
        authority = directory + "/ca.pem"
        try Self.makeCertificates(in: directory)
        try Data(SampleMedia.photoPNG.bytes).write(to: URL(filePath: directory + "/photo.png"))
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "origin.py")
        let child = try ChildProcess("/usr/bin/python3", [script.path(percentEncoded: false), directory])
        Self.running.withLock { $0 = (child, scratch) }
        atexit {
            guard let (child, scratch) = SecureSite.running.withLock({ $0 }) else { return }
            child.terminate()
            scratch.remove()
        }
        ports = try Self.readPorts(directory + "/ports", of: child)
    }

    private static let running = Locked<(child: ChildProcess, directory: ScratchDirectory)?>(nil)

    private static func makeCertificates(in directory: String) throws {
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        func openssl(_ arguments: [String]) throws {
            let child = try ChildProcess("/usr/bin/env", ["openssl"] + arguments, in: directory)
            guard child.waitBlocking() == 0 else { throw Failure(step: arguments.joined(separator: " ")) }
        }
        try openssl(
            ["req", "-x509"] + key + ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test CA", "-days", "2"]
        )
        let leaves = [
            ("good", "DNS:media.example", 2), ("other", "DNS:other.example", 2), ("expired", "DNS:media.example", -1),
        ]
        for (name, names, days) in leaves {
            let subject = ["-subj", "/CN=leaf", "-addext", "subjectAltName=\(names)"]
            try openssl(["req"] + key + ["-keyout", "\(name).key", "-out", "\(name).csr"] + subject)
            try openssl(
                ["x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"]
                    + ["-out", "\(name).pem", "-days", "\(days)", "-sha256", "-copy_extensions", "copy"]
            )
        }
        let subject = ["-subj", "/CN=leaf", "-addext", "subjectAltName=DNS:media.example"]
        try openssl(["req", "-x509"] + key + ["-keyout", "self.key", "-out", "self.pem", "-days", "2"] + subject)
    }

    private static func readPorts(_ path: String, of child: ChildProcess) throws -> [String: Int] {
        while !child.isOver {
            if let text = try? String(contentsOfFile: path, encoding: .utf8) {
                let pairs = text.split(separator: "\n").map { $0.split(separator: " ") }
                return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Int($0[1]) ?? 0) })
            }
            usleep(10_000)
        }
        throw Failure(step: "start the origins")
    }
}
