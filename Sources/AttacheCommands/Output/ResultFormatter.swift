import ArgumentParser
import AttacheCore

/// Turns results into the lines of standard output.
struct ResultFormatter: Sendable {
    let form: OutputFormat
    /// Whether lines carry what it takes to match them to their input, since they may come in any order.
    let isLabelled: Bool
    private let encoder = ResultEncoder()

    init(form: OutputFormat, isLabelled: Bool) {
        self.form = form
        self.isLabelled = isLabelled
    }

    /// One line, its end included.
    func line(_ result: RewriteResult) -> [UInt8] {
        var writer = JSONWriter()
        write(result, to: &writer)
        return writer.bytes
    }

    /// Writes one line, its end included.
    func write(_ result: RewriteResult, to writer: inout JSONWriter) {
        switch form {
        case .report: encoder.report(result, to: &writer)
        case .content: write(result, "content", to: &writer, encoder.content)
        case .payload: write(result, "payload", to: &writer, encoder.payload)
        }
        writer.endLine()
    }

    private func write(
        _ result: RewriteResult,
        _ member: String,
        to writer: inout JSONWriter,
        _ value: (RewriteResult, inout JSONWriter) -> Void
    ) {
        if isLabelled || result.isEnvelope {
            encoder.labelled(result, member: member, to: &writer, value: value)
        } else {
            value(result, &writer)
        }
    }
}

/// Which part of a result is emitted.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    /// The whole result.
    case report
    /// What the device shows.
    case content
    /// What to send.
    case payload
}
