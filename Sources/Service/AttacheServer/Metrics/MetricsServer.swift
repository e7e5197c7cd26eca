import AttacheCore
import AttacheSystem
import Hummingbird
import Logging
import ServiceLifecycle

/// An HTTP server of `/metrics`, `/healthz` and `/readyz` alone, for processes that serve nothing else.
package struct MetricsServer: Sendable {
    private let address: ListenAddress
    private let registry: PrometheusRegistry
    private let healthProblem: @Sendable () -> String?
    private let log: ServiceLog

    /// Creates a server. `healthProblem` is read at each request of `/readyz`, and returns a sentence while the process
    /// does not work.
    package init(
        _ address: ListenAddress,
        _ registry: PrometheusRegistry,
        log: ServiceLog,
        healthProblem: @escaping @Sendable () -> String?
    ) {
        self.address = address
        self.registry = registry
        self.log = log
        self.healthProblem = healthProblem
    }

    /// Serves while `body` runs, and returns its value. Throws the error of `body`, or that of an address in use, before
    /// `body` begins.
    package func run<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        var logger = log.logger("attached")
        // The server's own line about its address would say the same as ours.
        if log.level == .info { logger.logLevel = .notice }
        let (lines, start) = (logger, Waiter<Result<Void, any Error>>())
        let application = Application(
            responder: router.buildResponder(),
            configuration: ApplicationConfiguration(address: address.bindAddress, serverName: nil),
            onServerRunning: { [address] channel in
                lines.notice("Metrics are at \(address.bound(to: channel.localAddress)).")
                start.resume(returning: .success(()))
            },
            logger: logger
        )
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: logger))
        let serving = Task {
            do {
                try await group.run()
            } catch {
                start.resume(returning: .failure(error))
            }
        }
        try await start.wait().get()
        do {
            let value = try await body()
            await group.triggerGracefulShutdown()
            await serving.value
            return value
        } catch {
            await group.triggerGracefulShutdown()
            await serving.value
            throw error
        }
    }

    private var router: Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        let metrics = MetricsRoute(registry: registry)
        let health = HealthRoutes(
            readiness: Readiness(checks: [
                ReadinessCheck(name: "worker") { [healthProblem] in healthProblem().map { .problem($0) } }
            ])
        )
        router.get("/metrics") { metrics.respond($0, $1) }
        router.get("/healthz") { health.health($0, $1) }
        router.get("/readyz") { await health.ready($0, $1) }
        return router
    }
}

extension PrometheusRegistry {
    /// Creates a registry with the metrics that every process of `attached` has.
    package static func ofProcess(_ log: ServiceLog) -> PrometheusRegistry {
        let registry = PrometheusRegistry(help: HTTPMetricName.help.merging(WorkMetricName.help) { $1 })
        registry.observe(HTTPMetricName.droppedLines, .counter) { Double(log.droppedLineCount) }
        registry.observeBuild()
        ProcessMetrics.observe(in: registry)
        return registry
    }
}
