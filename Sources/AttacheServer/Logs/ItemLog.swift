import Attache
import AttacheCore
import Logging

/// Logs one canonical line for each payload, under the names that `LoggingObserver` uses.
///
/// It writes the line by itself instead of making metadata for a logger: at tens of thousands of payloads a second the
/// dictionaries would cost more than the payloads.
struct ItemLog: AttacheObserver {
    let log: ServiceLog

    func itemFinished(_ event: ItemFinished) {
        let result = event.result
        log.write(.info, "payload") { line in
            line.member("outcome", result.outcome.rawValue)
            line.member("id", raw: result.identifier)
            line.member("source", "\(result.source)")
            line.member("policy", result.policy)
            line.member("network", result.network)
            if let headline = result.headline {
                line.member("reason", headline.code.rawValue)
                line.member("permanent", headline.isPermanent)
                line.member(LogField.detail, headline.message)
            }
            line.member("reasons", result.reasons.map(\.code.rawValue))
            line.member("urls", event.mediaURLs)
            line.member("supplies", event.supplies.map(\.rawValue))
            let attachments = result.attachments
            if !attachments.isEmpty {
                line.member("types", attachments.map(\.typeIdentifier))
                line.member("bytes", attachments.reduce(0) { $0 + $1.byteCount })
                line.member("sha256", attachments.map(\.sha256))
            }
            add(result.times, to: &line)
            if let scope = RequestScope.current { line.members(of: scope) }
        }
    }

    private func add(_ times: StageTimes, to line: inout LogLine) {
        line.member("total_ms", times.total)
        if times.hasTransfer {
            for stage in StageTimes.Stage.allCases { line.member("\(stage.rawValue)_ms", times[stage]) }
        }
        if let device = times.device { line.member("device_ms", device) }
    }
}
