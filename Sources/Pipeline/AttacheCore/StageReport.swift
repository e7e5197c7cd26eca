/// Whether each stage ran for one payload, and whether it passed.
package struct StageReport: Sendable, Equatable {
    /// One stage.
    package struct Entry: Sendable, Equatable {
        /// Whether the stage did its work for this payload; a cached verdict needs no fetch.
        package var ran: Bool
        /// Whether it passed, now or for the cached verdict; `nil` for a stage that was not reached.
        package var hasPassed: Bool?

        static let notReached = Entry(ran: false, hasPassed: nil)
    }

    private var entries: [Entry]

    /// Derives the report from what the stages left in a result; with several media a stage has passed if it has for
    /// all of them.
    init(outcome: Outcome, hasMedia: Bool, traces: [TransferRecord], isAttached: Bool, reasons: [Reason]) {
        entries = [Entry](repeating: .notReached, count: StageName.allCases.count)
        self[.payload] = Entry(ran: true, hasPassed: outcome != .rejected)
        self[.emit] = Entry(ran: true, hasPassed: true)
        guard outcome != .rejected else { return }
        self[.rewrite] = Entry(ran: true, hasPassed: true)
        self[.gate] = Entry(ran: true, hasPassed: hasMedia)
        guard hasMedia else { return }
        let blocks = reasons.lazy.filter { $0.severity == .block }.map(\.stage)
        self[.policy] = Entry(ran: true, hasPassed: !blocks.contains(.policy))
        // Refused before any lookup, and not because of the transfer.
        let isFetchBlocked = blocks.contains(.fetch)
        guard !traces.isEmpty || isFetchBlocked else { return }
        let isTransferred = traces.contains { $0.supply == .transferred }
        self[.fetch] = Entry(ran: traces.isEmpty || traces.contains(where: \.askedOrigin), hasPassed: !isFetchBlocked)
        let isAttachBlocked = blocks.contains(.attach)
        if blocks.contains(.inspect) {
            self[.inspect] = Entry(ran: isTransferred, hasPassed: false)
        } else if isAttached || isAttachBlocked {
            self[.inspect] = Entry(ran: isTransferred, hasPassed: true)
        }
        if isAttached || isAttachBlocked { self[.attach] = Entry(ran: isTransferred, hasPassed: !isAttachBlocked) }
    }

    package private(set) subscript(stage: StageName) -> Entry {
        get { entries[stage.index] }
        set { entries[stage.index] = newValue }
    }
}

/// The encoder of the member `stages`: for each stage but `emit` whether it ran and passed, and what it saw.
enum StageEncoder {
    static func write(_ result: RewriteResult, _ reasons: [Reason], to writer: inout JSONWriter) {
        writer.key("stages")
        writer.beginObject()
        if let shared = result.shared, result.media.count == 1, reasons == shared.verdict.reasons {
            let passed = StageReport.Entry(ran: true, hasPassed: true)
            write(.payload, passed, to: &writer) { writePayload(of: result, to: &$0) }
            write(.gate, passed, to: &writer) { writeMedia(of: result, to: &$0) }
            writer.raw(shared.stagesText)
        } else {
            let report = result.stages(reasons)
            write(.payload, report[.payload], to: &writer) { writePayload(of: result, to: &$0) }
            write(.gate, report[.gate], to: &writer) { writeMedia(of: result, to: &$0) }
            writeRest(report, result.traces, result.attachments, to: &writer)
        }
        writer.endObject()
    }

    /// Writes the members of the stages that follow the gate, which depend on the verdicts only.
    static func writeRest(
        _ report: StageReport,
        _ traces: [TransferRecord],
        _ attachments: [Attachment],
        to writer: inout JSONWriter
    ) {
        for stage in StageName.allCases where ![.payload, .gate, .emit].contains(stage) {
            write(stage, report[stage], to: &writer) { writer in
                switch stage {
                case .fetch:
                    guard let trace = traces.first else { return }
                    writer.member("supply", trace.supply.rawValue)
                    writer.member("status", trace.status)
                    if trace.askedOrigin { writer.member("bytes", traces.reduce(0) { $0 + $1.receivedCount }) }
                case .inspect, .attach:
                    writer.member("type", attachments.first?.format.typeIdentifier)
                default: break
                }
            }
        }
    }

    /// Writes the member of a stage; `writeFacts` adds what a stage that was reached has seen.
    private static func write(
        _ stage: StageName,
        _ entry: StageReport.Entry,
        to writer: inout JSONWriter,
        writeFacts: (inout JSONWriter) -> Void
    ) {
        writer.key(stage.rawValue)
        writer.beginObject()
        writer.member("ran", entry.ran)
        if let hasPassed = entry.hasPassed {
            writer.member("passed", hasPassed)
            writeFacts(&writer)
        }
        writer.endObject()
    }

    private static func writePayload(of result: RewriteResult, to writer: inout JSONWriter) {
        writer.member("bytes", result.receivedCount)
    }

    private static func writeMedia(of result: RewriteResult, to writer: inout JSONWriter) {
        guard !result.media.isEmpty else { return }
        writer.array("media", result.media) { reference, writer in
            writer.beginObject()
            writer.member("pointer", reference.pointer)
            writer.member("url", RedactedURL.withoutSecrets(reference.text))
            writer.endObject()
        }
    }
}
