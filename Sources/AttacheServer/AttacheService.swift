import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import AttacheTelemetry
import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The service: an `Attache` behind HTTP, from its first connection to its last answer.
package struct AttacheService: Sendable {
    private let configuration: ServiceConfiguration
    private let log: ServiceLog

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - configuration: How it works.
    ///   - log: Takes what is to be told of its life and of each payload.
    package init(_ configuration: ServiceConfiguration, log: ServiceLog) {
        self.configuration = configuration
        self.log = log
    }

    /// Serves until SIGTERM or SIGINT, then lets what is under way come to its end; reloads policies and tokens on SIGHUP.
    ///
    /// It hears the signals of the whole process, so there is one at a time.
    ///
    /// - Parameter onListening: Is told the address once connections are taken.
    /// - Returns: Whether everything was answered.
    /// - Throws: `ConfigurationError`, `ConfigurationError` or `SurroundingsError` before anything is served.
    @discardableResult
    package func run(
        onListening: @escaping @Sendable (ListenAddress) async -> Void = { _ in }
    ) async throws -> ShutdownOutcome {
        let watchdog = ShutdownWatchdog(log: log)
        defer { watchdog.disarm() }
        let signals = await SignalHandler.signals()
        let tokens = try configuration.tokens()
        let certificate = try configuration.tls.map { files throws(ConfigurationError) in
            try ReloadableCertificate(files)
        }
        let socket = configuration.unixSocket
        try socket?.checkIsFree()
        let idempotencyStore = try IdempotencyStore(configuration)
        defer { idempotencyStore?.shutDown() }
        if let warning = idempotencyStore?.warning {
            log.write(.warning, "configuration") { $0.member(LogField.detail, warning) }
        }
        let registry = PrometheusRegistry(help: HTTPMetricName.help)
        let identifiers = TraceIdentifierGenerator()
        var settings = configuration.attache
        settings.observers += observers(registry, identifiers)
        // Apart from all other threads, and from each other: readiness must answer, and files be read, while everything else
        // is busy or hangs.
        let threads = (readiness: try WorkerPool(threadCount: 1), reload: try WorkerPool(threadCount: 1))
        defer {
            threads.readiness.shutDown()
            threads.reload.shutDown()
        }
        let connections = ConnectionRegistry(limit: configuration.connectionLimit)
        return try await withAttache(configuration: settings) { attache in
            for warning in attache.warnings {
                log.write(.warning, "configuration") { $0.member(LogField.detail, warning) }
            }
            let queue = AdmissionController(
                permitCount: configuration.jobs,
                limits: configuration.queue,
                time: attache.time
            )
            let maximumTimeout = max(configuration.maximumTimeout, configuration.attache.deadline ?? .zero)
            let pipeline = ReloadablePipeline(
                attache.pipeline,
                policies: attache.policies,
                networks: attache.networks
            )
            let reloadableTokens = ReloadableTokens(tokens)
            let readiness = Readiness(
                checks: ReadinessCheck.all(attache, queue, threads: threads.readiness),
                time: attache.time
            )
            let metrics = HTTPMetrics(registry: registry)
            registry.observe(queue, readiness, log)
            let router = ServiceRouter(
                rewrite: RewriteRoute(
                    reader: RequestReader(limit: configuration.requestLimit),
                    maximumTimeout: maximumTimeout,
                    pipeline: pipeline,
                    queue: queue,
                    idempotency: idempotencyStore.map { IdempotencyHandler($0) }
                ),
                batch: BatchRoute(
                    limit: configuration.batchLimit,
                    maximumTimeout: maximumTimeout,
                    memory: BatchMemoryBudget(
                        limits: BatchLimits(
                            memory: max(configuration.batchMemoryLimit, configuration.batchLimit),
                            perClient: configuration.batchesPerClient
                        )
                    ),
                    pipeline: pipeline,
                    queue: queue,
                    time: attache.time
                ),
                policies: PoliciesRoute(pipeline: pipeline),
                media: configuration.servesMedia ? MediaRoute { await attache.storedMedia($0) } : nil,
                health: HealthRoutes(readiness: readiness),
                tokens: reloadableTokens,
                telemetry: TelemetryMiddleware(
                    metrics: metrics,
                    identifiers: identifiers,
                    readiness: readiness,
                    log: log
                ),
                metrics: MetricsRoute(registry: registry),
                hosts: HostCheck(
                    listen: configuration.listen,
                    names: configuration.hostNames,
                    tokens: reloadableTokens
                )
            )
            let mask = socket?.beginBinding()
            let logger = log.logger("attached")
            let application = Application(
                responder: router.responder(),
                server: ServiceChannel.builder(configuration, certificate, in: connections) { metrics.count($0) },
                configuration: ApplicationConfiguration(
                    address: configuration.listen.bindAddress,
                    serverName: "attached/\(AttacheVersion.text)",
                    backlog: 1024,
                    availableConnectionsDelegate: ConnectionLimit(registry: connections)
                ),
                onServerRunning: { channel in
                    connections.listens(channel)
                    open(socket, mask)
                    await onListening(configuration.listen.bound(to: channel.localAddress))
                },
                logger: logger
            )
            let drain = DrainService(
                readiness: readiness,
                delay: min(configuration.drainDelay, configuration.drainTimeout),
                time: attache.time
            )
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(services: [application, drain], logger: logger)
            )
            let reloader = Reloader(
                attache: attache,
                tokenFile: configuration.tokenFile,
                pipeline: pipeline,
                tokens: reloadableTokens,
                certificate: certificate,
                metrics: metrics,
                log: log,
                threads: threads.reload
            )
            return try await ServiceRunner(
                attache: attache,
                queue: queue,
                connections: connections,
                watchdog: watchdog,
                drainTimeout: configuration.drainTimeout,
                log: log
            ).run(group, signals) { await reloader.reload() }
        }
    }

    /// Lets those connect to a unix socket that may.
    private func open(_ socket: UnixSocket?, _ mask: mode_t?) {
        guard let socket, let mask else { return }
        let code = socket.open(restoring: mask)
        if code != 0 {
            log.write(.warning, "the socket's mode could not be set") { line in
                line.member(LogField.detail, "\(socket.path): \(IOError(errnoCode: code, reason: "chmod"))")
            }
        }
    }

    /// Who is told of payloads; lines that nobody wants are not even begun.
    private func observers(_ registry: PrometheusRegistry, _ identifiers: TraceIdentifierGenerator)
        -> [any AttacheObserver]
    {
        var observers: [any AttacheObserver] = [MetricsObserver(factory: registry)]
        if log.level <= .info { observers.append(ItemLog(log: log)) }
        if log.level <= .debug { observers.append(SpanLog(log: log, identifiers: identifiers)) }
        return observers
    }
}
