import AttacheCommandLine
import AttacheCore
import AttacheReports

/// What is said on standard error about items.
struct ItemDiagnostics: Sendable {
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Whether there is anything to say of a result: of rejected ones always, of others with `-v`.
    func shouldReport(_ result: RewriteResult) -> Bool {
        diagnostics.verbosity > 0 || result.outcome == .rejected
    }

    /// Says on standard error what a bare line cannot: why an item was rejected; with `-v` what became of each item and
    /// why it fell back; with `-vv` every finding and where the time went.
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

    /// Outcome, terms and time in one line.
    private static func summary(_ record: ItemRecord) -> String {
        let terms = [record.policy.map { "policy \($0)" }, record.network.map { "network \($0)" }].compactMap { $0 }
        return "\(record.source): \(record.outcome.rawValue) in \(DurationText.brief(record.timing.total)), "
            + terms.joined(separator: ", ")
    }
}
