/// A verified file from an earlier load, and its verdict.
package struct CachedMedia: Sendable, Equatable {
    /// The attachment, with the file's path at that time.
    package var attachment: Attachment
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// The receiving device's time, if the link model computed it.
    package var deviceTime: Duration?
    /// The host of the requested URL.
    package var host: String?
    /// Duration of the transfer.
    package var transfer: Duration
    package var response: CachedResponse
    /// What the response showed; `nil` in an entry of an earlier version.
    @Boxed package var facts: ResponseFacts? = nil
    /// The record of the repair; `nil` for a file that needed none.
    @Boxed package var repair: RepairRecord? = nil

    /// Returns the cached verdict for the file at its present path.
    // Never inlined: its temporary values would lie in the frame of a load.
    @inline(never)
    func verdict(_ file: StoredFile, source: String, supply: MediaSupply) -> MediaVerdict {
        var attachment = attachment
        attachment.file = file
        attachment.source = source
        var verdict = MediaVerdict(attachment: attachment, reasons: reasons, deviceTime: deviceTime)
        verdict.trace = TransferRecord(host: host, supply: supply, byteCount: file.byteCount, transfer: transfer)
        verdict.facts = facts
        verdict.repair = repair
        verdict.trace?.repair = repair
        return verdict
    }
}

/// A failed earlier load.
package struct CachedFailure: Sendable, Equatable {
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// The receiving device's time, if the link model computed it.
    package var deviceTime: Duration?
    /// The host of the requested URL.
    package var host: String?
    /// Duration of the transfer.
    package var transfer: Duration
    /// The time for which the failure is cached.
    package var window: FreshnessWindow
    /// The client that has seen it; the numbers of clients differ from process to process, except 0 for the only one.
    package var client: Int? = 0
    /// What the response showed; `nil` without one, and in an entry of an earlier version.
    @Boxed package var facts: ResponseFacts? = nil
    /// The record of the repair; `nil` for a file that needed none.
    @Boxed package var repair: RepairRecord? = nil

    /// Whether a client may use it at `now`, in seconds since 1970.
    package func isFresh(at now: Int, for client: Int) -> Bool {
        let longest = Int(VerdictLifetime.longestShared.components.seconds)
        return window.isFresh(at: now) && (client == self.client || now < window.from + longest)
    }

    /// Whether a retry cannot help.
    package var isPermanent: Bool { reasons.first?.isPermanent ?? false }

    var verdict: MediaVerdict {
        var verdict = MediaVerdict(reasons: reasons, deviceTime: deviceTime)
        verdict.trace = TransferRecord(host: host, supply: .cached, byteCount: 0, transfer: transfer)
        verdict.facts = facts
        verdict.repair = repair
        verdict.trace?.repair = repair
        return verdict
    }
}

/// Cached properties of the response that delivered a file.
package struct CachedResponse: Sendable, Equatable {
    /// The URL of the response.
    package var url: String
    /// The header fields relevant to caching.
    package var fields: CacheFields
    /// The time for which the file may be used without revalidation.
    package var window: FreshnessWindow

    /// Validators for a conditional request; `nil` when the file can only be loaded again.
    package var validators: Validators? { Validators(fields, url: url) }
}

/// Encodes and decodes an index's entries as JSON text; freshness windows are stored separately.
package enum CacheEntryCoding {
    /// Encodes a file's verdict, without the file's path and the attachment's source URL.
    package static func text(_ media: CachedMedia) -> String {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        var attachment = media.attachment
        attachment.source = ""
        attachment.file.path = ""
        writer.key("attachment")
        AttachmentRecord.write(attachment, to: &writer)
        write(media.reasons, media.deviceTime, media.host, media.transfer, to: &writer)
        writer.member("url", media.response.url)
        writer.key("fields")
        write(media.response.fields, to: &writer)
        write(media.facts, to: &writer)
        write(media.repair, to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    package static func text(_ failure: CachedFailure) -> String {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        write(failure.reasons, failure.deviceTime, failure.host, failure.transfer, to: &writer)
        writer.member("client", failure.client)
        write(failure.facts, to: &writer)
        write(failure.repair, to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Decodes a file's verdict; `nil` when this version does not know a part of it.
    package static func media(_ text: String, window: FreshnessWindow) -> CachedMedia? {
        guard let root = root(text), let attachment = root["attachment"].flatMap(AttachmentRecord.read),
            let reasons = reasons(root), let transfer = duration(root["transfer"]), let url = root["url"]?.string,
            let fields = root["fields"].map(fields)
        else { return nil }
        return CachedMedia(
            attachment: attachment,
            reasons: reasons,
            deviceTime: duration(root["device"]),
            host: root["host"]?.string,
            transfer: transfer,
            response: CachedResponse(url: url, fields: fields, window: window),
            facts: root["response"].flatMap(ResponseFacts.init),
            repair: root["repair"].flatMap(RepairRecord.init)
        )
    }

    /// Decodes a failure's verdict; `nil` when this version does not know a part of it.
    package static func failure(_ text: String, window: FreshnessWindow) -> CachedFailure? {
        guard let root = root(text), let reasons = reasons(root), !reasons.isEmpty,
            let transfer = duration(root["transfer"])
        else { return nil }
        return CachedFailure(
            reasons: reasons,
            deviceTime: duration(root["device"]),
            host: root["host"]?.string,
            transfer: transfer,
            window: window,
            client: root["client"]?.integer,
            facts: root["response"].flatMap(ResponseFacts.init),
            repair: root["repair"].flatMap(RepairRecord.init)
        )
    }

    private static func write(
        _ reasons: [Reason],
        _ deviceTime: Duration?,
        _ host: String?,
        _ transfer: Duration,
        to writer: inout JSONWriter
    ) {
        ReasonEncoder.write(reasons, to: &writer)
        if let deviceTime { writer.field("device", deviceTime) }
        writer.member("host", host)
        writer.field("transfer", transfer)
    }

    private static func write(_ facts: ResponseFacts?, to writer: inout JSONWriter) {
        guard let facts else { return }
        writer.key("response")
        facts.write(to: &writer)
    }

    private static func write(_ repair: RepairRecord?, to writer: inout JSONWriter) {
        guard let repair else { return }
        writer.key("repair")
        repair.write(to: &writer)
    }

    private static func write(_ fields: CacheFields, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("cache-control", fields.cacheControl)
        writer.field("expires", fields.expires)
        writer.member("date", fields.date)
        writer.member("age", fields.age)
        writer.member("last-modified", fields.lastModified)
        writer.member("etag", fields.entityTag)
        writer.field("vary", fields.vary)
        writer.endObject()
    }

    private static func root(_ text: String) -> JSONValue? { (try? JSONDocument(parsing: Array(text.utf8)))?.root }

    private static func reasons(_ root: JSONValue) -> [Reason]? {
        root["reasons"].map(ReasonDecoder.reasons) ?? []
    }

    private static func duration(_ value: JSONValue?) -> Duration? {
        guard let value, let seconds = value[0]?.integer, let attoseconds = value[1]?.integer else { return nil }
        return Duration(secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
    }

    private static func fields(_ value: JSONValue) -> CacheFields {
        func texts(_ name: String) -> [String] { value[name]?.elements.compactMap(\.string) ?? [] }
        return CacheFields(
            cacheControl: texts("cache-control"),
            expires: texts("expires"),
            date: value["date"]?.string,
            age: value["age"]?.string,
            lastModified: value["last-modified"]?.string,
            entityTag: value["etag"]?.string,
            vary: texts("vary")
        )
    }
}
