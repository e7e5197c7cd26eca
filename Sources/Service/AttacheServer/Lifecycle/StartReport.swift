import Attache
import AttacheCore
import Logging

/// The lines of the log about the start and the end of the service.
struct StartReport: Sendable {
    let configuration: ServiceConfiguration
    let tokenCount: Int
    let policies: [String]
    /// The directory of stored media.
    let store: String?

    /// Reports the start: where it listens, who may call it, what it uses and its limits. On a terminal a URL to open comes
    /// first, and the rest is for debugging.
    func writeStart(_ address: ListenAddress, to log: ServiceLog) {
        if log.isForPerson {
            log.write(
                sentence: "Listening on \(address.place(isEncrypted: configuration.tls != nil)) (Ctrl-C stops it)"
            )
        }
        log.write(log.isForPerson ? .debug : .notice, "Listening on \(address).") { line in
            line.member("version", AttacheVersion.text)
            line.member("commit", AttacheVersion.commit)
            line.member("address", "\(address)")
            line.member("tls", configuration.tls != nil)
            line.member("tokens", tokenCount)
            line.member("policies", policies)
            line.member("configuration", configuration.configurationFile)
            line.member("state", configuration.stateDirectory)
            line.member("store", store)
            line.member("cache_limit_bytes", configuration.attache.storeLimit)
            line.member("jobs", configuration.jobs)
            line.member("queue", configuration.queue.waiting)
            line.member("connections", configuration.connectionLimit)
            line.member("request_limit_bytes", configuration.requestLimit)
            line.member("batch_limit_bytes", configuration.batchLimit)
            line.member("max_deadline_ms", configuration.maximumTimeout)
            line.member("drain_ms", configuration.drainTimeout)
        }
    }

    /// Reports the end; nothing is written to the log after it.
    func writeEnd(_ outcome: ShutdownOutcome, since start: ContinuousClock.Instant, to log: ServiceLog) {
        log.write(.notice, "stopped") { line in
            line.member("complete", outcome == .drained)
            line.member("uptime_ms", start.duration(to: .now))
        }
    }
}
