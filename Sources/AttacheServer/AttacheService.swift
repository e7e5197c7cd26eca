import Attache
import AttacheCore
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Ledger
package import Logging
import NIOPosix
import NIOSSL
import ServiceLifecycle
import UnixSignals

/// The service: an `Attache` behind HTTP, from its first connection to its last answer.
package struct AttacheService: Sendable {
    private let configuration: ServiceConfiguration
    private let logger: Logger

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - configuration: How it works.
    ///   - logger: Takes what is to be told of its life.
    package init(_ configuration: ServiceConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves until SIGTERM or SIGINT, then lets what is under way come to its end.
    ///
    /// - Parameter onListening: Is told the address once connections are taken.
    /// - Throws: `ServiceConfigurationError`, `ConfigurationError` or `SurroundingsError` before anything is served.
    package func run(onListening: @escaping @Sendable (ListenAddress) async -> Void = { _ in }) async throws {
        let tokens = try configuration.tokens()
        let answers = try AnswerLedger(configuration)
        defer { answers?.shutDown() }
        if let warning = answers?.warning { logger.warning("\(warning)") }
        try await withAttache(configuration: configuration.attache) { attache in
            let queue = FairQueue(placeCount: configuration.jobs, limits: configuration.queue, time: attache.time)
            let watch = SlowRequestWatch(timeout: configuration.requestTimeout, time: attache.time)
            let pipeline = LivePipeline(attache.pipeline, policies: attache.policies)
            let readiness = Readiness()
            let router = ServiceRouter(
                rewrite: RewriteRoute(
                    reader: RequestReader(limit: configuration.requestLimit, watch: watch),
                    pipeline: pipeline,
                    queue: queue,
                    idempotency: answers.map { IdempotentAnswers($0) }
                ),
                batch: BatchRoute(
                    limit: configuration.batchLimit,
                    watch: watch,
                    memory: BatchMemory(limit: configuration.batchMemoryLimit),
                    pipeline: pipeline,
                    queue: queue,
                    time: attache.time
                ),
                policies: PoliciesRoute(pipeline: pipeline, networks: attache.networks),
                media: configuration.servesMedia ? MediaRoute { await attache.storedMedia($0) } : nil,
                health: HealthRoutes(readiness: readiness),
                tokens: LiveTokens(tokens)
            )
            let application = Application(
                responder: router.responder(),
                server: try ServiceChannel.builder(configuration),
                configuration: ApplicationConfiguration(
                    address: configuration.listen.bindAddress,
                    serverName: "attached/\(AttacheVersion.text)",
                    backlog: 1024,
                    availableConnectionsDelegate: MaximumAvailableConnections(configuration.connectionLimit)
                ),
                services: [watch, Drain(readiness: readiness, queue: queue)],
                onServerRunning: { channel in await onListening(configuration.listen.bound(to: channel.localAddress)) },
                logger: logger
            )
            var group = ServiceGroupConfiguration(
                services: [application],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
            group.maximumGracefulShutdownDuration = configuration.drainTimeout
            try await ServiceGroup(configuration: group).run()
        }
    }
}
