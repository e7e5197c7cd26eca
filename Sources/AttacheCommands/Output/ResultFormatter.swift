import ArgumentParser
import AttacheCore

struct ResultFormatter: Sendable {
    let form: OutputFormat
    /// Whether lines contain the identifier of their input, since they may be out of order.
    let isLabelled: Bool

    /// Returns one line with its line feed.
    func line(_ result: RewriteResult) -> [UInt8] {
        var writer = JSONWriter()
        write(result, to: &writer)
        return writer.bytes
    }

    func write(_ result: RewriteResult, to writer: inout JSONWriter) {
        form.write(result, isLabelled: isLabelled || result.isEnvelope, to: &writer)
        writer.endLine()
    }
}

extension OutputFormat: ExpressibleByArgument {}
