import ArgumentParser
import AttacheCore

/// Turns results into the lines of standard output.
struct ResultFormatter: Sendable {
    let form: OutputFormat
    /// Whether lines carry what it takes to match them to their input, since they may come in any order.
    let isLabelled: Bool

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
        form.write(result, isLabelled: isLabelled || result.isEnvelope, to: &writer)
        writer.endLine()
    }
}

extension OutputFormat: ExpressibleByArgument {}
