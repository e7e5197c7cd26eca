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

    private func labelled(_ result: RewriteResult, _ member: String, _ value: [UInt8]) -> [UInt8] {
        isLabelled || result.isEnvelope ? encoder.labelled(result, member: member, value: value) : value
    }
}
