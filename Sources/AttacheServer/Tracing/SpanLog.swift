import Attache
import AttacheCore
import Logging

/// Logs a line for each transfer, as a span below its request's: for those who have no tracing backend.
struct SpanLog: AttacheObserver {
    let log: ServiceLog
    let identifiers: TraceIdentifierGenerator

    func mediaTransferred(_ event: MediaTransferred) {
        let scope = RequestScope.current
        log.write(.debug, "span media") { line in
            line.member(LogField.span, HexNumber.text(identifiers.next()))
            if let scope { line.members(of: scope, asParent: true) }
            line.member("host", event.host)
            line.member("url", event.url)
            line.member("supply", event.supply.rawValue)
            line.member("bytes", event.byteCount)
            line.member("reason", event.failure?.code.rawValue)
            line.member(LogField.duration, event.times.total)
            guard event.times.hasTransfer else { return }
            for stage in StageTimes.Stage.allCases { line.member("\(stage.rawValue)_ms", event.times[stage]) }
        }
    }
}
