import AttacheCommandLine
import AttacheCore
import AttacheReports

/// Messages about items on standard error.
struct ItemDiagnostics: Sendable {
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Whether a result has messages: rejected ones always, others with `-v`.
    func shouldReport(_ result: RewriteResult) -> Bool {
        diagnostics.verbosity > 0 || result.outcome == .rejected
    }

    /// Reports the reasons of a rejected item; with `-v` each outcome and the reason of each fallback; with `-vv` every
    /// finding and the transfer times.
    func report(_ record: ItemRecord) {
        if record.outcome != .rejected { diagnostics.info(Self.summary(record)) }
        for reason in record.reasons {
            let sentence = "\(record.source): \(reason.code): \(reason.message)" + (reason.fix.map { " \($0)" } ?? "")
            if record.outcome == .rejected {
                diagnostics.error(sentence)
            } else if reason.severity == .block {
                diagnostics.info(sentence)
            } else {
                diagnostics.debug(sentence)
            }
        }
        if let transfer = StageFacts.transfer(record.timing) {
            diagnostics.debug("\(record.source): \(transfer)")
        }
    }

    private static func summary(_ record: ItemRecord) -> String {
        let terms = [record.policy.map { "policy \($0)" }, record.network.map { "network \($0)" }].compactMap { $0 }
        return "\(record.source): \(record.outcome.rawValue) in \(DurationText.brief(record.timing.total)), "
            + terms.joined(separator: ", ")
    }
}
