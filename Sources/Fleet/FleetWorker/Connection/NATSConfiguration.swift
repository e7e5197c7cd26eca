/// The servers of a NATS system, and the means to be let in.
package struct NATSConfiguration: Sendable {
    /// The URLs of the servers, as `nats://HOST:PORT` or `tls://HOST:PORT`; one is chosen at random, and the others are
    /// tried when it fails.
    package var servers = ["nats://127.0.0.1:4222"]
    /// The file with the user's token and seed that `nsc` writes.
    package var credentialsFile: String?
    /// A file that holds one authentication token.
    package var tokenFile: String?
    /// A PEM file of certificate authorities to trust instead of the system's; it turns TLS on.
    package var certificateAuthorityFile: String?
    /// The PEM files of a client certificate and its key.
    package var certificateFile: String?
    package var keyFile: String?

    /// One sentence for each problem.
    package var problems: [String] {
        var problems: [String] = []
        for server in servers {
            guard let end = server.firstRange(of: "://") else { continue }
            let scheme = server[..<end.lowerBound]
            if !["nats", "tls"].contains(scheme) {
                problems.append(
                    "nats: invalid server \"\(Self.hidden(server))\"; use nats://HOST:PORT or tls://HOST:PORT."
                )
            }
        }
        if servers.contains(where: \.isEmpty) { problems.append("nats: invalid server \"\"; use nats://HOST:PORT.") }
        if (certificateFile == nil) != (keyFile == nil) {
            problems.append("nats-certificate: invalid pair; use --nats-certificate and --nats-key together.")
        }
        if credentialsFile != nil, tokenFile != nil {
            problems.append("nats-credentials: invalid with --nats-token-file; use one of them.")
        }
        return problems
    }

    /// A URL without user name and password.
    static func hidden(_ server: String) -> String {
        guard let at = server.lastIndex(of: "@") else { return server }
        let scheme = server.firstRange(of: "://").map { String(server[..<$0.upperBound]) } ?? ""
        return "\(scheme)***\(server[at...])"
    }
}

/// A failure of a NATS server, of the connection to it, or of JetStream.
package struct NATSError: Error, Equatable, Sendable {
    /// The cause.
    package enum Code: Equatable, Sendable {
        /// A status of libnats.
        case status(Int)
        /// An `err_code` of JetStream.
        case jetStream(Int)
        /// A reply that is not what the protocol prescribes.
        case reply
        /// A file that cannot be read.
        case file
    }

    package let code: Code
    /// One sentence, with the fix where there is one.
    package let sentence: String

    package init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// Whether JetStream has no such stream or consumer.
    var isNotFound: Bool { code == .jetStream(10059) || code == .jetStream(10014) }
}
