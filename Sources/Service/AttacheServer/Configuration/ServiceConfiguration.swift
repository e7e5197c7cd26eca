package import Attache
package import AttacheDatabase

/// The configuration of the service.
package struct ServiceConfiguration: Sendable {
    /// The PEM files of certificate and key for TLS.
    package struct TLSFiles: Sendable, Equatable {
        /// The certificate chain, the service's own certificate first.
        package var certificateChain: String
        package var privateKey: String

        package init(certificateChain: String, privateKey: String) {
            self.certificateChain = certificateChain
            self.privateKey = privateKey
        }
    }

    /// The configuration of the pipeline.
    package var attache = AttacheConfiguration()
    /// The listening address.
    package var listen = ListenAddress.network(host: "127.0.0.1", port: 8420)
    /// The permission bits of a unix socket.
    package var socketMode: UInt32 = 0o660
    /// Additional host names that are accepted on loopback without tokens.
    package var hostNames: [String] = []
    /// The files for TLS; `nil` for plain HTTP.
    package var tls: TLSFiles?
    /// The file of bearer tokens; `nil` for none.
    package var tokenFile: String?
    /// Whether it may listen on other than loopback addresses without tokens.
    package var allowsUnauthenticatedClients = false
    /// The limit of concurrent payloads, from 1 to 10,000; a payload in progress must not wait for another payload's
    /// transfer.
    package var jobs: Int {
        get { attache.transferLimit }
        set { attache.transferLimit = newValue }
    }
    /// The limits of waiting requests.
    package var queue = AdmissionLimits()
    /// The maximum body of a request for one payload, in bytes.
    package var requestLimit = 1 << 20
    /// The maximum body of a batch, in bytes.
    package var batchLimit = 64 << 20
    /// The maximum memory of the bodies of all running batches, in bytes.
    package var batchMemoryLimit = 256 << 20
    /// The number of concurrent batches per client.
    package var batchesPerClient = 16
    /// The maximum timeout of each payload; longer requested timeouts are shortened to it.
    package var maximumTimeout = Duration.seconds(60)
    /// The timeout of a request's body, or of the next chunk of a batch.
    package var requestTimeout = Duration.seconds(30)
    /// The timeout of a client that does not read its response.
    package var responseTimeout = Duration.seconds(30)
    /// The timeout of an idle connection.
    package var idleTimeout = Duration.seconds(75)
    /// The maximum number of open connections.
    package var connectionLimit = 10_000
    /// The maximum number of open connections of one peer on another machine; `nil` for half of all.
    package var connectionsPerPeer: Int?
    /// The maximum memory of unsent responses, and of requests that were sent ahead, in bytes; bodies have half as much.
    package var connectionMemoryLimit = 256 << 20
    /// How long connections are still accepted after SIGTERM, until load balancers have seen `/readyz` fail; part of
    /// `drainTimeout`.
    package var drainDelay = Duration.seconds(1)
    /// The timeout of requests in progress after SIGTERM.
    package var drainTimeout = Duration.seconds(30)
    /// Whether stored media are served.
    package var servesMedia = false
    /// Whether the samples of `attache demo --write` are served at `/samples`.
    package var servesSamples = false
    /// The state directory, which one service uses at a time; `nil` for none.
    package var stateDirectory: String?
    /// The configuration file that was read, for the log; `nil` for none.
    package var configurationFile: String?
    /// The idempotency database, whose directory is created if missing; `nil` turns idempotency keys off.
    package var idempotencyFile: String?
    /// The limits of stored responses.
    package var idempotencyLimits = IdempotencyLimits()

    package init() {}

    /// Whether the copies that payloads name are served to everybody who has a link.
    var servesCopies: Bool { servesMedia && attache.rehost != nil }

    var connectionLimits: ConnectionLimits {
        ConnectionLimits(
            count: connectionLimit,
            perPeer: connectionsPerPeer ?? max(1, connectionLimit / 2),
            memory: connectionMemoryLimit
        )
    }

    /// The memory of bodies in bytes: half as much as for connections, and enough for one of each of two clients.
    var bodyMemoryLimit: Int { max(connectionMemoryLimit / 2, 2 * requestLimit) }

    /// The unix socket to listen on; `nil` for a network address.
    var unixSocket: UnixSocket? {
        guard case .unix(let path) = listen else { return nil }
        return UnixSocket(path: path, mode: socketMode)
    }
}
