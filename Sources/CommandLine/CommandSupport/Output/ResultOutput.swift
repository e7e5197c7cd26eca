import ArgumentParser
import AttacheCommandLine
import AttacheCore
import AttacheReports
import AttacheSystem

struct ResultFormatter: Sendable {
    let form: OutputFormat
    /// Whether lines contain the identifier of their input, since they may be out of order.
    let isLabelled: Bool

    /// Whether the line of an attached push is its payload.
    var takesPayloads: Bool { form == .payload && !isLabelled }

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

/// Writes the batches of a run to standard output on a thread that may block.
struct OutputStream: Sendable {
    let threads: WorkerPool
    let stop: InterruptSignal
    let diagnostics: Diagnostics

    /// Writes the pieces of a batch and adds its counts to `total`; a closed output ends reading and returns `false`.
    func write(_ pieces: [[UInt8]], _ tally: RunTally, to total: Locked<RunTally>) async -> Bool {
        let written = await threads.run { Self.write(pieces) } ?? .closed
        total.withLock { $0.add(tally) }
        if case .failed(let code) = written {
            diagnostics.error("Standard output cannot be written: \(SystemCallError.message(code)).")
            total.withLock { $0.hasFault = true }
        }
        if written != .written { stop.endReading() }
        return written == .written
    }

    private static func write(_ pieces: [[UInt8]]) -> WriteResult {
        for piece in pieces {
            let written = StandardOutput.write(piece)
            guard written == .written else { return written }
        }
        return .written
    }
}

/// Messages about items on standard error.
struct ItemDiagnostics: Sendable {
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Whether every result has messages.
    var reportsAll: Bool { diagnostics.verbosity > 0 }

    /// Whether a result has messages: rejected ones always, others with `-v`.
    func shouldReport(_ result: RewriteResult) -> Bool {
        reportsAll || result.outcome == .rejected
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
