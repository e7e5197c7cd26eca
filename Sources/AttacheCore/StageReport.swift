/// Whether each stage ran for one payload, and whether it passed.
package struct StageReport: Sendable, Equatable {
    /// One stage.
    package struct Entry: Sendable, Equatable {
        /// Whether the stage did its work for this payload; a cached verdict needs no fetch.
        package var ran: Bool
        /// Whether it passed, now or for the cached verdict; `nil` for a stage that was not reached.
        package var hasPassed: Bool?

        package init(ran: Bool, hasPassed: Bool?) {
            self.ran = ran
            self.hasPassed = hasPassed
        }

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
        self[.fetch] = Entry(
            ran: traces.isEmpty || traces.contains(where: \.askedOrigin),
            hasPassed: !isFetchBlocked
        )
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
    static func write(_ result: RewriteResult, to writer: inout JSONWriter) {
        let report = result.stages
        writer.key("stages")
        writer.beginObject()
        for stage in StageName.allCases where stage != .emit {
            let entry = report[stage]
            writer.key(stage.rawValue)
            writer.beginObject()
            writer.key("ran")
            writer.boolean(entry.ran)
            if let hasPassed = entry.hasPassed {
                writer.key("passed")
                writer.boolean(hasPassed)
                writeFacts(of: stage, in: result, to: &writer)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    private static func writeFacts(of stage: StageName, in result: RewriteResult, to writer: inout JSONWriter) {
        switch stage {
        case .payload:
            writer.member("bytes", result.content?.userInfo.count)
        case .gate where !result.media.isEmpty:
            writer.key("media")
            writer.beginArray()
            for reference in result.media {
                writer.beginObject()
                writer.member("pointer", reference.pointer)
                writer.member("url", RedactedURL.withoutSecrets(reference.text))
                writer.endObject()
            }
            writer.endArray()
        case .fetch:
            guard let trace = result.traces.first else { return }
            writer.member("supply", trace.supply.rawValue)
            writer.member("status", trace.status)
            if trace.askedOrigin { writer.member("bytes", result.traces.reduce(0) { $0 + $1.receivedCount }) }
        case .inspect, .attach:
            writer.member("type", result.attachments.first?.format.typeIdentifier)
        case .gate, .policy, .rewrite, .emit: break
        }
    }
}
