import AttacheCore
import AttacheSystem
import Hummingbird
import Logging
import ServiceLifecycle

/// An HTTP server of `/metrics`, `/healthz` and `/readyz` alone, for processes that serve nothing else.
///
/// Its connections have the limits and timeouts of the service, and there are fewer of them: each costs a descriptor that
/// transfers need.
package struct MetricsServer: Sendable {
    /// The maximum number of open connections.
    private static let connectionLimit = 256
    /// The time that responses in progress have at the end.
    private static let grace = Duration.seconds(2)

    private let address: ListenAddress
    private let configuration: ServiceConfiguration
    private let registry: PrometheusRegistry
    private let healthProblem: @Sendable () -> String?
    private let log: ServiceLog

    /// Creates a server. `healthProblem` is read at each request of `/readyz`, and returns a sentence while the process
    /// does not work.
    package init(
        _ address: ListenAddress,
        _ configuration: ServiceConfiguration,
        _ registry: PrometheusRegistry,
        log: ServiceLog,
        healthProblem: @escaping @Sendable () -> String?
    ) {
        self.address = address
        self.configuration = configuration
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
        var limits = configuration.connectionLimits
        limits.count = min(limits.count, Self.connectionLimit)
        limits.perPeer = min(limits.perPeer, max(1, limits.count / 2))
        let connections = ConnectionRegistry(limits)
        let application = Application(
            responder: router.buildResponder(),
            server: ServiceChannel.builder(configuration, nil, in: connections, refusals: RefusalLog(log), routes: nil)
            { _ in },
            configuration: ApplicationConfiguration(
                address: address.bindAddress,
                availableConnectionsDelegate: ConnectionLimit(registry: connections)
            ),
            onServerRunning: { [address] channel in
                connections.listens(channel)
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
        func end() async {
            await group.triggerGracefulShutdown()
            let ending = Task {
                try await Task.sleep(for: Self.grace)
                connections.closeAll()
            }
            await serving.value
            ending.cancel()
        }
        do {
            let value = try await body()
            await end()
            return value
        } catch {
            await end()
            throw error
        }
    }

    private var router: Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(
            middleware: HostRule(
                hosts: HostCheck(
                    listen: address,
                    names: [],
                    tokens: ReloadableTokens(AccessTokens()),
                    refusal: "This port accepts only local host names; let a proxy send Host: localhost."
                )
            )
        )
        let metrics = MetricsRoute(registry: registry)
        let health = HealthRoutes(
            readiness: Readiness(checks: [
                ReadinessCheck(name: "worker") { [healthProblem] in healthProblem().map { .problem($0) } }
            ])
        )
        router.get("/metrics") { metrics.respond($0, $1) }
        router.get("/healthz") { request, _ in HealthRoutes.alive.response(to: request.method) }
        router.get("/readyz") { await health.ready($0, $1) }
        return router
    }
}

/// Refuses requests for another host, as the service does.
private struct HostRule: RouterMiddleware {
    typealias Context = ServiceContext

    let hosts: HostCheck

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do throws(Problem) {
            try hosts.check(request.head)
        } catch {
            return BufferedResponse(error).response(to: request.method)
        }
        return try await next(request, context)
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
