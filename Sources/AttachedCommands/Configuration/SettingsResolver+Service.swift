import Attache
import AttacheCommandLine
import AttacheDatabase
import AttacheServer
import AttacheSystem
import Logging

extension SettingsResolver {
    /// Resolves the configuration of the service; `state` is its state directory, and invalid settings are reported in
    /// `problems`.
    mutating func service(
        defaults: AttacheConfiguration,
        state: String?,
        _ lookup: some SettingSource
    ) -> ServiceConfiguration {
        var service = ServiceConfiguration()
        service.attache = configuration(defaults: defaults)
        if let time = duration("verdict-lifetime", atLeast: .zero) { service.attache.verdictLifetime = time }
        service.jobs = min(jobs(), DescriptorBudget.current.transfers)
        // A payload that is being processed should not wait for another payload's transfer.
        service.attache.transferLimit = service.jobs
        setAddress(of: &service, lookup)
        setLimits(of: &service)
        setIdempotencyStore(of: &service, state: state)
        return service
    }

    /// Resolves the settings of the log.
    mutating func log() -> LogSettings {
        var settings = LogSettings()
        if let level = choice("log-level", of: Logger.Level.self) { settings.level = level }
        if let format = choice("log-format", of: LogFormat.self) { settings.format = format }
        return settings
    }

    private mutating func setAddress(of service: inout ServiceConfiguration, _ lookup: some SettingSource) {
        if let setting = lookup.value("listen") {
            do throws(ServiceConfigurationError) {
                service.listen = try ListenAddress(parsing: setting.text)
            } catch {
                report(setting, "is not a valid address; use 127.0.0.1:8420, [::1]:8420 or unix:/run/attached.sock.")
            }
        }
        if let setting = lookup.value("socket-mode") {
            if let mode = UInt32(setting.text, radix: 8), mode <= 0o777 {
                service.socketMode = mode
            } else {
                report(setting, "is not a file mode; use an octal number such as 0660.")
            }
        }
        service.hostNames = lookup.values("host-name").map(\.text)
        switch (lookup.value("tls-certificate"), lookup.value("tls-key")) {
        case (let certificate?, let key?):
            service.tls = ServiceConfiguration.TLSFiles(certificateChain: certificate.text, privateKey: key.text)
        case (let certificate?, nil): report(certificate, "is a certificate without its key; set --tls-key too.")
        case (nil, let key?): report(key, "is a key without its certificate; set --tls-certificate too.")
        case (nil, nil): break
        }
        service.tokenFile = lookup.value("token-file")?.text
        service.allowsUnauthenticatedClients = isOn("allow-everybody", lookup)
        service.servesMedia = isOn("serve-media", lookup)
    }

    private mutating func setLimits(of service: inout ServiceConfiguration) {
        if let limit = size("request-limit") { service.requestLimit = limit }
        if let limit = size("batch-limit") { service.batchLimit = limit }
        if let limit = size("batch-memory-limit") { service.batchMemoryLimit = limit }
        if let count = count("batches-per-client", in: 1...1_000_000) { service.batchesPerClient = count }
        if let count = count("queue", in: 0...1_000_000) { service.queue.waiting = count }
        if let count = count("queue-per-client", in: 0...1_000_000) { service.queue.waitingPerClient = count }
        if let count = count("connections", in: 1...1_000_000) { service.connectionLimit = count }
        if let time = duration("max-deadline") { service.maximumTimeout = time }
        if let time = duration("request-timeout") { service.requestTimeout = time }
        if let time = duration("response-timeout") { service.responseTimeout = time }
        if let time = duration("idle-timeout") { service.idleTimeout = time }
        if let time = duration("drain", atLeast: .zero) { service.drainTimeout = time }
        if let time = duration("drain-delay", atLeast: .zero) { service.drainDelay = time }
        // Each connection needs a descriptor, and so does each transfer.
        let budget = DescriptorBudget.current
        let taken = DescriptorBudget.base + budget.openDirectories + budget.keptConnections + 2 * service.jobs
        service.connectionLimit = max(1, min(service.connectionLimit, budget.limit - taken))
    }

    private mutating func setIdempotencyStore(of service: inout ServiceConfiguration, state: String?) {
        let lifetime = duration("idempotency-lifetime", atLeast: .zero)
        if let count = count("idempotency-count", in: 1...100_000_000) { service.idempotencyLimits.count = count }
        if let limit = size("idempotency-limit") { service.idempotencyLimits.byteCount = limit }
        if let lifetime { service.idempotencyLimits.lifetime = lifetime }
        if lifetime != .zero { service.idempotencyFile = state.map { "\($0)/idempotency.sqlite" } }
    }

    private mutating func isOn(_ name: String, _ lookup: some SettingSource) -> Bool {
        guard let setting = lookup.value(name) else { return false }
        switch setting.text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default:
            report(setting, "is not a Boolean; use true or false.")
            return false
        }
    }
}
