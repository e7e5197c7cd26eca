import AttacheCore

/// Turns results into the lines of standard output.
struct ResultFormatter: Sendable {
    let form: EmitForm
    /// Whether lines carry what it takes to match them to their input, since they may come in any order.
    let isLabelled: Bool
    private let encoder = ResultEncoder()

    init(form: EmitForm, isLabelled: Bool) {
        self.form = form
        self.isLabelled = isLabelled
    }

    /// One line, its end included.
    func line(_ result: RewriteResult) -> [UInt8] {
        let text: [UInt8]
        switch form {
        case .report: text = encoder.report(result)
        case .content: text = labelled(result, "content", encoder.content(result))
        case .payload: text = labelled(result, "payload", encoder.payload(result))
        }
        return text + [UInt8(ascii: "\n")]
    }

    /// Says on standard error what a bare line cannot: why an item was rejected; with `-v` what became of each item and
    /// why it fell back; with `-vv` every finding and where the time went.
    func explain(_ result: RewriteResult, to diagnostics: Diagnostics) {
        if result.outcome != .rejected { diagnostics.info(Self.summary(result)) }
        for reason in result.reasons {
            let sentence = "\(result.source): \(reason.code): \(reason.message)" + (reason.fix.map { " \($0)" } ?? "")
            if result.outcome == .rejected {
                diagnostics.error(sentence)
            } else if reason.severity == .block {
                diagnostics.info(sentence)
            } else {
                diagnostics.debug(sentence)
            }
        }
        if let transfer = StageFacts.text(of: .fetch, in: result) {
            diagnostics.debug("\(result.source): \(transfer)")
        }
    }

    /// Outcome, terms and time in one line.
    private static func summary(_ result: RewriteResult) -> String {
        let terms = [result.policy.map { "policy \($0)" }, result.network.map { "network \($0)" }].compactMap { $0 }
        return "\(result.source): \(result.outcome.rawValue) in \(Milliseconds.text(result.timing.total)), "
            + terms.joined(separator: ", ")
    }

    private func labelled(_ result: RewriteResult, _ member: String, _ value: [UInt8]) -> [UInt8] {
        isLabelled || result.isEnvelope ? encoder.labelled(result, member: member, value: value) : value
    }
}
