import ArgumentParser
import AttacheCore

struct ResultFormatter: Sendable {
    let form: OutputFormat
    /// Whether lines contain the identifier of their input, since they may be out of order.
    let isLabelled: Bool
    private let encoder = ResultEncoder()

    init(form: OutputFormat, isLabelled: Bool) {
        self.form = form
        self.isLabelled = isLabelled
    }

    /// Returns one line with its line feed.
    func line(_ result: RewriteResult) -> [UInt8] {
        var writer = JSONWriter()
        write(result, to: &writer)
        return writer.bytes
    }

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

/// The emitted part of a result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case report
    /// The content on the device.
    case content
    /// The payload to send.
    case payload
}
