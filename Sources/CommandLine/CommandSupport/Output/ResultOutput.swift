import ArgumentParser
package import AttacheCommandLine
package import AttacheCore
import AttacheReports

package struct ResultFormatter: Sendable {
    package let form: OutputFormat
    /// Whether lines contain the identifier of their input, since they may be out of order.
    package let isLabelled: Bool

    package init(form: OutputFormat, isLabelled: Bool) {
        self.form = form
        self.isLabelled = isLabelled
    }

    /// Returns one line with its line feed.
    package func line(_ result: RewriteResult) -> [UInt8] {
        var writer = JSONWriter()
        write(result, to: &writer)
        return writer.bytes
    }

    package func write(_ result: RewriteResult, to writer: inout JSONWriter) {
        form.write(result, isLabelled: isLabelled || result.isEnvelope, to: &writer)
        writer.endLine()
    }
}

extension OutputFormat: ExpressibleByArgument {}

extension RewriteResult {
    /// Says that a push has lost its media, why, and what to do.
    ///
    /// - Parameters:
    ///   - happens: What happens without its media, such as "is sent".
    ///   - mayBeShown: Whether the phone still gets their URLs.
    /// - Returns: A sentence such as "push.json is sent without its media. …"; `nil` for a push that has lost none.
    package func lossSentence(_ happens: String, mayBeShown: Bool) -> String? {
        guard isFallback, let reason = headline else { return nil }
        let isOpen = mayBeShown && (device.map { $0.shown == nil } ?? false)
        let ending = isOpen ? " They could not be loaded here, so the phone may show them." : ""
        let fix = reason.fix.map { " \($0)" } ?? ""
        return "\(source) \(happens) without its media. \(reason.message) (\(reason.code.rawValue))\(ending)\(fix)"
    }
}

/// The pushes of a run that prints payloads alone, which do not say that they have lost their media.
package struct MediaLosses: Sendable {
    private var count = 0
    private var lost = 0
    private var first: String?

    package init() {}

    package mutating func count(_ result: RewriteResult) {
        guard result.outcome != .rejected else { return }
        count += 1
        // A push that is untouched is sent with its media keys.
        guard result.outcome == .plain else { return }
        lost += 1
        if first == nil { first = result.lossSentence("is sent", mayBeShown: false) }
    }

    package mutating func add(_ next: MediaLosses) {
        count += next.count
        lost += next.lost
        first = first ?? next.first
    }

    /// What a run says at its end; `nil` if no push has lost media.
    package var sentence: String? {
        guard let first else { return nil }
        return count == 1
            ? first
            : "\(lost) of \(count) payloads are sent without their media; --emit report says why. The first: \(first)"
    }
}

/// Messages about items on standard error.
package struct ItemDiagnostics: Sendable {
    private let diagnostics: Diagnostics

    package init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Whether every result has messages.
    package var reportsAll: Bool { diagnostics.verbosity > 0 }

    /// Whether a result has messages: rejected ones always, others with `-v`.
    package func shouldReport(_ result: RewriteResult) -> Bool {
        reportsAll || result.outcome == .rejected
    }

    /// Reports the reasons of a rejected item; with `-v` each outcome and the reason of each fallback; with `-vv` every
    /// finding and the transfer times.
    package func report(_ record: ItemRecord) {
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
        if let transfer = record.timing.transferText {
            diagnostics.debug("\(record.source): \(transfer)")
        }
    }

    private static func summary(_ record: ItemRecord) -> String {
        let terms = [record.policy.map { "policy \($0)" }, record.network.map { "network \($0)" }].compactMap { $0 }
        return "\(record.source): \(record.outcome.rawValue) in \(DurationText.brief(record.timing.total)), "
            + terms.joined(separator: ", ")
    }
}

extension ResultTiming {
    /// The times of the transfers in words; `nil` without a request.
    package var transferText: String? {
        guard transfer.requestCount > 0 else { return nil }
        let parts = [
            ("resolve", transfer.resolve), ("connect", transfer.connect), ("TLS", transfer.tls),
            ("first byte", transfer.firstByte), ("body", transfer.body),
        ]
        let words = parts.filter { $0.1 > .zero }.map { "\($0.0) \(DurationText.brief($0.1))" }
        let device = device.map { "; on the device about \(DurationText.brief($0))" } ?? ""
        return words.joined(separator: ", ") + device
    }
}
