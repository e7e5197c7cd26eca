package import Attache
package import AttacheDatabase

/// How the service works.
package struct ServiceConfiguration: Sendable {
    /// Certificate and key for TLS, as PEM files.
    package struct TLSFiles: Sendable, Equatable {
        /// The certificate chain, the service's own first.
        package var certificateChain: String
        /// The private key.
        package var privateKey: String

        /// Creates the pair.
        ///
        /// - Parameters:
        ///   - certificateChain: The certificate chain, the service's own first.
        ///   - privateKey: The private key.
        package init(certificateChain: String, privateKey: String) {
            self.certificateChain = certificateChain
            self.privateKey = privateKey
        }
    }

    /// How payloads are worked on.
    package var attache = AttacheConfiguration()
    /// Where it listens.
    package var listen = ListenAddress.network(host: "127.0.0.1", port: 8420)
    /// Who may connect to a unix socket, as permission bits of its file.
    package var socketMode: UInt32 = 0o660
    /// Names by which requests may call a service on loopback that wants no token, besides those of the machine itself.
    package var hostNames: [String] = []
    /// TLS, or none.
    package var tls: TLSFiles?
    /// The file of bearer tokens, or none.
    package var tokenFile: String?
    /// Whether it may listen beyond this machine without tokens.
    package var allowsUnauthenticatedClients = false
    /// The limit of concurrent payloads, from 1 to 10,000; a payload in progress must not wait for another payload's
    /// transfer.
    package var jobs: Int {
        get { attache.transferLimit }
        set { attache.transferLimit = newValue }
    }
    /// How many may wait for their turn.
    package var queue = AdmissionLimits()
    /// The longest body of a request for one payload, in bytes.
    package var requestLimit = 1 << 20
    /// The longest body of a batch, in bytes.
    package var batchLimit = 64 << 20
    /// The bodies of all batches under way together, in bytes.
    package var batchMemoryLimit = 256 << 20
    /// Batches of one client under way at once.
    package var batchesPerClient = 16
    /// The longest time that a caller may ask for each payload, by header or envelope; what is longer is cut to it.
    package var maximumTimeout = Duration.seconds(60)
    /// How long a request's body may take to arrive, or the next piece of a batch.
    package var requestTimeout = Duration.seconds(30)
    /// How long whoever gets a response may take nothing of it.
    package var responseTimeout = Duration.seconds(30)
    /// How long a connection may be idle.
    package var idleTimeout = Duration.seconds(75)
    /// Connections at once.
    package var connectionLimit = 10_000
    /// How long connections are still taken after SIGTERM, while whoever distributes requests learns that this service is
    /// not ready; part of `drainTimeout`.
    package var drainDelay = Duration.seconds(1)
    /// How long requests that are under way may take to end after SIGTERM.
    package var drainTimeout = Duration.seconds(30)
    /// Whether stored media are served.
    package var servesMedia = false
    /// The file of answers to requests with an idempotency key, in a directory that is made where it is missing; `nil` where
    /// such keys mean nothing.
    package var idempotencyFile: String?
    /// How long and how many of those answers are kept.
    package var idempotencyLimits = IdempotencyLimits()

    /// Creates the default configuration.
    package init() {}
}

extension ServiceConfiguration {
    /// The unix socket that is listened on, or `nil` where that is a network's.
    var unixSocket: UnixSocket? {
        guard case .unix(let path) = listen else { return nil }
        return UnixSocket(path: path, mode: socketMode)
    }
}

extension ServiceConfiguration {
    /// What would keep the service from starting, as far as files tell: tokens, certificate, and who can connect.
    ///
    /// - Returns: One sentence each; empty when nothing would.
    package func problems() -> [String] {
        var problems: [String] = []
        do throws(ServiceConfigurationError) {
            _ = try tokens()
        } catch {
            problems += error.problems
        }
        do throws(ServiceConfigurationError) {
            _ = try tls.map { files throws(ServiceConfigurationError) in try ReloadableCertificate(files) }
        } catch {
            problems += error.problems
        }
        return problems
    }

    /// The tokens that are let in.
    ///
    /// - Returns: None where everybody may come in.
    /// - Throws: `ServiceConfigurationError` when the file cannot be used, or everybody could come in unasked.
    func tokens() throws(ServiceConfigurationError) -> AccessTokens {
        let tokens = try TokenFile.read(tokenFile)
        guard !tokens.isEmpty || listen.isLocal || allowsUnauthenticatedClients else {
            throw ServiceConfigurationError(
                problems: [
                    "\(listen) can be reached from other machines, and there are no tokens: give "
                        + "--token-file, listen on 127.0.0.1 or a unix socket, or say --allow-everybody."
                ]
            )
        }
        return tokens
    }
}

/// What is wrong with the service's configuration: every problem, each naming its place and cure.
package struct ServiceConfigurationError: Error, Sendable, Equatable {
    /// One sentence each.
    package let problems: [String]

    /// Creates the error.
    ///
    /// - Parameter problems: One sentence each.
    package init(problems: [String]) {
        self.problems = problems
    }
}
