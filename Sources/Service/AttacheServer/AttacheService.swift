import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import AttacheTelemetry
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import MediaStore
import NIOCore
import NIOPosix
import NotificationPicture
import ServiceLifecycle

/// The HTTP service around an `Attache`.
package struct AttacheService: Sendable {
    private let configuration: ServiceConfiguration
    private let log: ServiceLog

    package init(_ configuration: ServiceConfiguration, log: ServiceLog) {
        self.configuration = configuration
        self.log = log
    }

    /// Serves until SIGTERM or SIGINT, then drains; reloads policies, tokens and certificates on SIGHUP. It handles the
    /// signals of the whole process, so only one service may run at a time. `onListening` is called with the bound
    /// address once connections are accepted.
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
        // Held until the end of the service.
        let stateLock = try StateLock(configuration.usedStateDirectory)
        defer { withExtendedLifetime(stateLock) {} }
        let idempotencyStore = try IdempotencyStore(configuration)
        defer { idempotencyStore?.shutDown() }
        if let warning = idempotencyStore?.warning {
            log.write(.warning, "configuration") { $0.member(LogField.detail, warning) }
        }
        let registry = PrometheusRegistry(help: HTTPMetricName.help)
        let identifiers = TraceIdentifierGenerator()
        var settings = configuration.attache
        settings.observers += observers(registry, identifiers)
        // Separate threads: readiness must answer, and files must be read, while other threads are busy or hang.
        let threads = (
            readiness: try WorkerPool(threadCount: 1), reload: try WorkerPool(threadCount: 1),
            turns: try WorkerPool(threadCount: ProcessorCount.count)
        )
        defer {
            threads.turns.shutDown()
            threads.readiness.shutDown()
            threads.reload.shutDown()
        }
        let pictures = try PicturePool(path: PictureProgram.find())
        defer { pictures.shutDown() }
        let connections = ConnectionRegistry(configuration.connectionLimits) { [reload = threads.reload] in
            reload.start { MallocSettings.trim() }
        }
        return try await withAttache(configuration: settings) { attache in
            for warning in attache.warnings {
                log.write(.warning, "configuration") { $0.member(LogField.detail, warning) }
            }
            // It loads libcurl now and not in the first request.
            _ = await attache.transferHealthProblem()
            var limits = configuration.queue
            limits.hasSeveralClients = tokens.clientCount > 1
            let queue = AdmissionController(
                permitCount: configuration.jobs,
                limits: limits,
                time: attache.time
            )
            let pipeline = ReloadablePipeline(attache.snapshot)
            let payloads = PayloadEvaluation(
                maximumTimeout: max(configuration.maximumTimeout, configuration.attache.deadline ?? .zero),
                pipeline: pipeline,
                queue: queue,
                turns: ProcessorTurns(on: threads.turns)
            )
            let reloadableTokens = ReloadableTokens(tokens)
            let readiness = Readiness(
                checks: ReadinessCheck.all(
                    attache,
                    queue,
                    state: idempotencyStore == nil ? nil : stateLock,
                    threads: threads.readiness
                ),
                time: attache.time
            ) { log.write($0) }
            let metrics = HTTPMetrics(registry: registry)
            let previews = MediaPreviews()
            registry.observe(queue, readiness, log, certificate)
            let router = ServiceRouter(
                rewrite: RewriteRoute(
                    payloads: payloads,
                    idempotency: idempotencyStore.map { IdempotencyHandler($0, log: log) },
                    previews: previews,
                    findings: PayloadFindings(canonicalizer: attache.canonicalizer)
                ),
                batch: BatchRoute(
                    limit: configuration.batchLimit,
                    maximumTimeout: payloads.maximumTimeout,
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
                matrix: MatrixRoute(payloads: payloads, canonicalizer: attache.canonicalizer),
                preview: PreviewRoute(payloads: payloads, pictures: pictures),
                policies: PoliciesRoute(pipeline: pipeline),
                media: MediaRoute(servesAll: configuration.servesMedia, previews: previews) {
                    await attache.storedMedia($0)
                },
                copies: MediaCopyRoute(isServed: configuration.servesCopies, pipeline: pipeline) {
                    name,
                    client throws(ObjectStoreFailure) in
                    try await attache.storedCopy(name, for: client.hashValue)
                },
                samples: SampleRoute(
                    isServed: configuration.servesSamples,
                    scheme: configuration.tls == nil ? "http" : "https"
                ),
                health: HealthRoutes(readiness: readiness),
                metrics: MetricsRoute(registry: registry)
            )
            let routes = router.routes
            let rules = RequestRules(
                hosts: HostCheck(
                    listen: configuration.listen,
                    names: configuration.hostNames + [attache.snapshot.links?.host].compactMap(\.self),
                    tokens: reloadableTokens
                ),
                tokens: reloadableTokens,
                metrics: metrics,
                readiness: readiness,
                log: log,
                identifiers: identifiers,
                methods: routes.methods
            )
            let report = StartReport(
                configuration: configuration,
                tokenCount: tokens.count,
                policies: attache.policies.names,
                store: try? configuration.attache.storePath()
            )
            let start = ContinuousClock.now
            let mask = socket?.beginBinding()
            var logger = log.logger("attached")
            // The server's own line about its address would say the same as the report with fewer words.
            if log.level == .info { logger.logLevel = .notice }
            let application = Application(
                responder: routes.responder(rules),
                server: ServiceChannel.builder(
                    configuration,
                    certificate,
                    in: connections,
                    refusals: rules.refusals,
                    routes: CollectedRoutes(
                        routes.collected,
                        rules,
                        bodyLimit: configuration.requestLimit,
                        bodies: BodyMemory(limit: configuration.bodyMemoryLimit)
                    )
                ) {
                    rules.report($0)
                },
                configuration: ApplicationConfiguration(
                    address: configuration.listen.bindAddress,
                    backlog: 1024,
                    availableConnectionsDelegate: ConnectionLimit(registry: connections)
                ),
                onServerRunning: { channel in
                    connections.listens(channel)
                    open(socket, mask)
                    let address = configuration.listen.bound(to: channel.localAddress)
                    report.writeStart(address, to: log)
                    await onListening(address)
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
                queue: queue,
                certificate: certificate,
                metrics: metrics,
                log: log,
                threads: threads.reload
            )
            let outcome = try await ServiceRunner(
                attache: attache,
                queue: queue,
                connections: connections,
                watchdog: watchdog,
                drainTimeout: configuration.drainTimeout,
                log: log
            ).run(group, signals) { await reloader.reload() }
            report.writeEnd(outcome, since: start, to: log)
            return outcome
        }
    }

    /// Sets the permissions of the unix socket.
    private func open(_ socket: UnixSocket?, _ mask: mode_t?) {
        guard let socket, let mask else { return }
        let code = socket.open(restoring: mask)
        if code != 0 {
            log.write(.warning, "could not set the mode of the socket") { line in
                line.member(LogField.detail, "\(socket.path): \(IOError(errnoCode: code, reason: "chmod"))")
            }
        }
    }

    /// The observers of payloads; a log level that is off has none.
    private func observers(_ registry: PrometheusRegistry, _ identifiers: TraceIdentifierGenerator)
        -> [any AttacheObserver]
    {
        var observers: [any AttacheObserver] = [MetricsObserver(factory: registry)]
        if log.level <= .info { observers.append(ItemLog(log: log)) }
        if log.level <= .debug { observers.append(SpanLog(log: log, identifiers: identifiers)) }
        return observers
    }
}
