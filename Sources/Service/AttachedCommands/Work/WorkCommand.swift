import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheServer
import AttacheSystem
import AttacheTelemetry
import FleetWorker
import Glibc

/// `attached work`: a worker of a fleet, and the streams that workers share.
struct WorkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work",
        abstract: "Work on payloads from a NATS JetStream stream, as one of many workers.",
        discussion: """
            Workers take payloads from the subjects attache.work.TENANT and publish results to attache.results.TENANT. \
            Any number of workers on any number of machines share the work. A worker that ends, however it ends, loses \
            nothing.

            EXAMPLES
              attached work --dev  start a JetStream server too, to try it
              attached work setup --nats nats://n1:4222 --replicas 3  make the streams
              attached work --nats nats://n1:4222 --nats nats://n2:4222  work until SIGTERM
            """,
        subcommands: [WorkRunCommand.self, WorkSetupCommand.self, WorkSendCommand.self],
        defaultSubcommand: WorkRunCommand.self
    )
}

/// `attached work run`: works until SIGTERM.
struct WorkRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Work until SIGTERM, then finish payloads in progress and give the others back.",
        discussion: """
            You can also set every option by an ATTACHE_… variable or in the file of --config.

            EXAMPLES
              attached work run --nats tls://n1:4222 --nats-credentials worker.creds  log in with a credentials file
              attached work run --dev --emit payload  try it, and publish payloads to send

            EXIT STATUS
              0  everything that was begun has a result
              1  a local fault; or no server, stream or consumer
              2  wrong usage or configuration
              5  payloads in progress were given back after --drain
            """
    )

    @Flag(help: "Start a JetStream server too, in a temporary directory; it ends with the worker.")
    var dev = false

    @OptionGroup var options: WorkOptions

    func run() async throws {
        MallocSettings.set()
        try await CommandRunner.finish(.attached) { diagnostics in
            let environment = ProcessEnvironment.current
            var settings = try options.resolve(environment: environment)
            let log = ServiceLog(format: settings.service.logFormat, level: settings.service.logLevel)
            do {
                let server = dev ? try await DevelopmentServer.start(environment) : nil
                defer { server?.stop() }
                if let server {
                    settings.worker.nats.servers = [server.url]
                    _ = try await FleetSetup(settings.plan).run(settings.worker.nats)
                }
                let status = try await work(settings, log, diagnostics)
                await log.flush(within: .seconds(1))
                return status
            } catch {
                await log.flush(within: .seconds(1))
                guard let error = error as? NATSError else { throw error }
                diagnostics.error(error.sentence)
                return .runtimeFault
            }
        }
    }

    private func work(
        _ settings: WorkSettings,
        _ log: ServiceLog,
        _ diagnostics: Diagnostics
    ) async throws -> CommandStatus {
        let signal = try InterruptSignal()
        let events = WorkLog(log)
        let verdicts = try await sharedVerdicts(settings, events)
        let monitor = WorkerMonitor()
        let worker = FleetWorker(settings.worker, monitor: monitor, isStopRequested: { signal.isRequested }) { event in
            events.write(event)
            guard case .hanging = event else { return }
            // Its thread cannot be ended, so that the process must: another worker gets the payload.
            Task {
                await log.flush(within: .seconds(1))
                _exit(CommandStatus.runtimeFault.rawValue)
            }
        }
        var configuration = settings.service.configuration.attache
        configuration.sharedVerdicts = verdicts
        let registry = settings.metrics.map { _ in PrometheusRegistry.ofProcess(log) }
        if let registry {
            WorkMetrics(monitor: monitor, verdicts: verdicts).observe(in: registry)
            configuration.observers.append(MetricsObserver(factory: registry))
        }
        let attache = configuration
        let run: () async throws -> WorkerOutcome = {
            try await withAttache(configuration: attache) { attache in
                for warning in attache.warnings { events.write(.warning(warning)) }
                return try await worker.run(attache)
            }
        }
        do {
            let outcome =
                if let address = settings.metrics, let registry {
                    try await MetricsServer(address, settings.service.configuration, registry, log: log) {
                        monitor.figures.isConnected ? nil : "The worker is not connected to a NATS server."
                    }.run(run)
                } else {
                    try await run()
                }
            await verdicts?.close()
            return Self.status(outcome)
        } catch {
            await verdicts?.close()
            guard let problem = settings.metrics?.problem(error, option: "--metrics") else { throw error }
            diagnostics.error(problem)
            return .runtimeFault
        }
    }

    /// Opens the verdicts that the workers share; without their bucket each worker loads media for itself.
    private func sharedVerdicts(_ settings: WorkSettings, _ events: WorkLog) async throws -> FleetVerdicts? {
        guard !settings.hasOwnVerdicts, settings.service.configuration.attache.cache == .disk else { return nil }
        let names = settings.worker.names
        let verdicts = try await FleetVerdicts.open(
            settings.worker.nats,
            names,
            time: settings.service.configuration.attache.time,
            wall: SystemWallClock()
        )
        if verdicts == nil {
            events.write(
                .warning(
                    "There is no bucket \(names.verdictBucket), so this worker loads media for itself; run attached "
                        + "work setup."
                )
            )
        }
        return verdicts
    }

    private static func status(_ outcome: WorkerOutcome) -> CommandStatus {
        switch outcome {
        case .drained: .success
        case .incomplete: .interrupted
        case .disconnected: .runtimeFault
        }
    }
}

/// The options of a worker, including those shared with the service.
struct WorkOptions: ParsableArguments {
    @OptionGroup(title: "Fleet") var fleet: SettingOptions<FleetSettings>
    @OptionGroup(title: "Worker") var worker: SettingOptions<WorkerSettings>
    @OptionGroup(title: "Policy") var policy: SettingOptions<PolicySettings>
    @OptionGroup(title: "Device") var device: SettingOptions<DeviceSettings>
    @OptionGroup(title: "Egress") var egress: SettingOptions<EgressSettings>
    @OptionGroup(title: "Transfer") var transfer: SettingOptions<TransferSettings>
    @OptionGroup(title: "Re-hosting") var rehosting: SettingOptions<RehostSettings>
    @OptionGroup(title: "Re-hosting") var mediaStore: SettingOptions<MediaStoreSettings>
    @OptionGroup(title: "Log") var log: SettingOptions<LogSettings>
    @OptionGroup(title: "Log") var file: ConfigurationFile

    /// Resolves the settings from options, environment, file and defaults.
    func resolve(environment: [String: String]) throws(ConfigurationError) -> WorkSettings {
        let file = try file.read(WorkSettings.all.map(\.definition), environment: environment)
        let groups: [any SettingFlags] = [fleet, worker, policy, device, egress, transfer, rehosting, mediaStore, log]
        return try WorkSettings(
            WorkSettings.all,
            SettingLookup(groups, environment: environment, file: file.values),
            environment: environment,
            problems: file.problems
        )
    }
}
