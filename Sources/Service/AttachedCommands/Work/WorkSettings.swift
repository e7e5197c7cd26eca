import Attache
import AttacheCommandLine
import AttacheServer
import AttacheSystem
import FleetWorker

/// The settings of workers; the pipeline and the log have those of the service.
struct WorkSettings: SettingTarget {
    var worker = WorkerConfiguration()
    var plan = FleetPlan()
    var service = ServiceSettings()
    var fleet = FleetNames.standard.fleet
    /// Whether the worker does without the verdicts of the others.
    var hasOwnVerdicts = false
    /// Where metrics are served; `nil` for nowhere.
    var metrics: ListenAddress?

    /// The settings of a worker in order of display.
    static let all =
        FleetSettings.settings + WorkerSettings.settings
        + PipelineSettings.all.map { $0.at(\WorkSettings.service.configuration.attache) }
        + LogSettings.settings.map { $0.at(\WorkSettings.service) }

    init() {}

    /// Resolves settings; throws an error that lists every problem, after those of the file.
    init(
        _ settings: [Setting<WorkSettings>],
        _ lookup: SettingLookup,
        environment: [String: String],
        problems: [String] = []
    ) throws(ConfigurationError) {
        self.init()
        var lookup = lookup
        // Not that of the service, which only one process may use.
        if let directory = StateDirectory.find(environment) {
            let store = SettingValue(text: "\(directory.text)/fleet", origin: "default")
            lookup.setDefault(store, of: TransferSettings.store.definition)
        }
        var resolver = SettingsResolver(lookup, problems: problems)
        resolver.resolve(settings, into: &self)
        if let names = FleetNames(fleet) {
            worker.names = names
            plan.names = names
        } else {
            resolver.report("fleet: invalid name \"\(fleet)\"; use letters, digits, - and _, at most 32.")
        }
        let attache = service.configuration.attache
        worker.jobs = min(attache.transferLimit, DescriptorBudget.current.transfers)
        // Or a retry would find the failure that it is to repeat.
        service.configuration.attache.transientFailureLifetime = min(
            attache.transientFailureLifetime,
            worker.retryDelay
        )
        worker.maximumTimeout = max(worker.maximumTimeout, attache.deadline ?? .zero)
        let found = resolver.problems + worker.nats.problems + plan.problems + attache.problems
        guard found.isEmpty else {
            let definitions = settings.map(\.definition)
            throw ConfigurationError(problems: found.map { lookup.located($0, definitions) })
        }
    }
}

/// The NATS servers and the name of the fleet.
enum FleetSettings: SettingGroup {
    static let settings: [Setting<WorkSettings>] = [
        Setting(list: "nats", \.worker.nats.servers, "url") {
            "A NATS server, as nats://HOST:PORT or tls://HOST:PORT (default: nats://127.0.0.1:4222). Repeatable."
        },
        Setting("nats-credentials", \.worker.nats.credentialsFile, .text, "file", completion: .file) {
            "The credentials file of a user, as nsc writes it."
        },
        Setting("nats-token-file", \.worker.nats.tokenFile, .text, "file", completion: .file) {
            "A file with the authentication token in its first line."
        },
        Setting("nats-cacert", \.worker.nats.certificateAuthorityFile, .text, "file", completion: .file) {
            "Use TLS, and trust these certificate authorities instead of the system's (PEM)."
        },
        Setting("nats-certificate", \.worker.nats.certificateFile, .text, "file", completion: .file) {
            "The client's certificate chain (PEM)."
        },
        Setting("nats-key", \.worker.nats.keyFile, .text, "file", completion: .file) {
            "The private key of --nats-certificate (PEM)."
        },
        Setting(
            "fleet",
            \.fleet,
            .text,
            "name",
            discussion: "Subjects and streams begin with this name, as attache.work.TENANT and ATTACHE_WORK do."
        ) {
            "The name of the fleet."
        },
    ]
}

/// What one worker takes, repeats and publishes.
enum WorkerSettings: SettingGroup {
    static let settings: [Setting<WorkSettings>] = [
        Setting("emit", \.worker.format, .choice) { "The part of a result to publish." },
        Setting(
            "deliveries",
            \.worker.deliveries,
            .count(1...1000),
            discussion: """
                A payload that was delivered more often without a result is a suspect: it is processed while no other \
                suspect is, and becomes a dead letter after ten such deliveries.
                """
        ) {
            "The number of deliveries after which a transient failure is final."
        },
        Setting("retry-delay", \.worker.retryDelay, .time()) {
            "The delay of the first retry of a transient failure; each further delay is twice as long, 5m at most."
        },
        Setting(
            "own-verdicts",
            \.hasOwnVerdicts,
            .toggle,
            discussion: """
                By default, workers share what one of them has loaded, for as long as its origin lets a cache keep it. \
                Workers that need a URL at the same time load it once each. Without a media store that they share, \
                each machine loads the file once.
                """
        ) {
            "Do not share verdicts on media with the other workers."
        },
        Setting(
            "metrics",
            \.metrics,
            SettingKind<ListenAddress>(
                "address",
                problem: "is not a valid address; use 9420, 127.0.0.1:9420, [::1]:9420 or unix:/run/worker.sock.",
                parse: { try? ListenAddress(parsing: $0) },
                format: { "\($0)" }
            ).optional,
            discussion:
                "GET /metrics is for Prometheus, /healthz for restarts; /readyz is 200 while the worker is connected."
        ) {
            "Serve metrics at this address: HOST:PORT, [IPv6]:PORT, unix:PATH, or PORT on 127.0.0.1."
        },
        Setting("work-memory", \.worker.byteLimit, .size) { "Maximum memory for payloads that the worker holds." },
        Setting("max-deadline", \.worker.maximumTimeout, .time()) {
            "Maximum timeout of a payload; a longer requested one is shortened to it."
        },
        Setting("drain", \.worker.drainTimeout, .time(atLeast: .zero)) {
            "Time for payloads in progress to finish after SIGTERM; then the rest are given back."
        },
    ]
}

/// What `attached work setup` makes.
enum SetupSettings: SettingGroup {
    static let settings: [Setting<WorkSettings>] = [
        Setting("replicas", \.plan.replicas, .count(1...5)) { "The number of servers that store each message." },
        Setting("ack-wait", \.plan.ackWait, .time(atLeast: .seconds(1))) {
            "The time after which the payloads of a worker that has ended are delivered again."
        },
        Setting("duplicate-window", \.plan.duplicateWindow, .time(atLeast: .seconds(1))) {
            "The time in which a repeated result is dropped; at least twice --ack-wait."
        },
        Setting("pending-limit", \.plan.pendingLimit, .count(1...10_000_000)) {
            "Maximum unfinished payloads of a consumer, across all workers."
        },
        Setting(list: "tenant", \.plan.tenants, "name") {
            "Make a consumer for this tenant, so that it does not wait for the backlog of others. Repeatable."
        },
    ]
}
