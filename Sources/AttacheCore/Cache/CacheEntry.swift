/// A verified file that an earlier load has brought, and what was said of it.
package struct CachedMedia: Sendable, Equatable {
    /// The attachment; its path is where the file was then.
    package var attachment: Attachment
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// What the receiving device would need, where the link model told.
    package var deviceTime: Duration?
    /// The host of the URL, as it was asked.
    package var host: String?
    /// How long the transfer took.
    package var transfer: Duration
    /// What is kept of the response.
    package var response: CachedResponse

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - reasons: The findings, the headline first.
    ///   - deviceTime: What the receiving device would need.
    ///   - host: The host of the URL, as it was asked.
    ///   - transfer: How long the transfer took.
    ///   - response: What is kept of the response.
    package init(
        attachment: Attachment,
        reasons: [Reason],
        deviceTime: Duration?,
        host: String?,
        transfer: Duration,
        response: CachedResponse
    ) {
        self.attachment = attachment
        self.reasons = reasons
        self.deviceTime = deviceTime
        self.host = host
        self.transfer = transfer
        self.response = response
    }

    /// The verdict as it was given then, for the file where it is now.
    func verdict(_ file: StoredFile, source: String, supply: MediaSupply) -> MediaVerdict {
        var attachment = attachment
        attachment.file = file
        attachment.source = source
        var verdict = MediaVerdict(attachment: attachment, reasons: reasons, deviceTime: deviceTime)
        verdict.trace = TransferRecord(host: host, supply: supply, byteCount: file.byteCount, transfer: transfer)
        return verdict
    }
}

/// Why an earlier load has brought no file.
package struct CachedFailure: Sendable, Equatable {
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// What the receiving device would need, where the link model told.
    package var deviceTime: Duration?
    /// The host of the URL, as it was asked.
    package var host: String?
    /// How long the transfer took.
    package var transfer: Duration
    /// When the failure is taken for granted.
    package var window: FreshnessWindow

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - reasons: The findings, the headline first.
    ///   - deviceTime: What the receiving device would need.
    ///   - host: The host of the URL, as it was asked.
    ///   - transfer: How long the transfer took.
    ///   - window: When the failure is taken for granted.
    package init(
        reasons: [Reason],
        deviceTime: Duration?,
        host: String?,
        transfer: Duration,
        window: FreshnessWindow
    ) {
        self.reasons = reasons
        self.deviceTime = deviceTime
        self.host = host
        self.transfer = transfer
        self.window = window
    }

    /// Whether trying again later cannot help.
    package var isPermanent: Bool { reasons.first?.isPermanent ?? false }

    /// The verdict as it was given then.
    var verdict: MediaVerdict {
        var verdict = MediaVerdict(reasons: reasons, deviceTime: deviceTime)
        verdict.trace = TransferRecord(host: host, supply: .cached, byteCount: 0, transfer: transfer)
        return verdict
    }
}

/// What is kept of the response that brought a file.
package struct CachedResponse: Sendable, Equatable {
    /// The URL that answered.
    package var url: String
    /// Its header fields, as far as they matter.
    package var fields: CacheFields
    /// When the file may be used without asking.
    package var window: FreshnessWindow

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - url: The URL that answered.
    ///   - fields: Its header fields.
    ///   - window: When the file may be used without asking.
    package init(url: String, fields: CacheFields, window: FreshnessWindow) {
        self.url = url
        self.fields = fields
        self.window = window
    }

    /// What the file is asked for again with; `nil` when it can only be loaded anew.
    package var validators: Validators? { Validators(fields, url: url) }
}

/// Writes and reads what an index keeps of a verdict, as JSON text; times of freshness stand beside it.
package enum CacheEntryCoding {
    /// Writes a file's verdict; where the file and its URL are is not part of it.
    ///
    /// - Parameter media: The file.
    /// - Returns: JSON text.
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
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes a failure's verdict.
    ///
    /// - Parameter failure: The failure.
    /// - Returns: JSON text.
    package static func text(_ failure: CachedFailure) -> String {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        write(failure.reasons, failure.deviceTime, failure.host, failure.transfer, to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads a file's verdict back.
    ///
    /// - Parameters:
    ///   - text: What was written.
    ///   - window: When it is fresh.
    /// - Returns: `nil` when anything in it is not known to this version.
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
            response: CachedResponse(url: url, fields: fields, window: window)
        )
    }

    /// Reads a failure's verdict back.
    ///
    /// - Parameters:
    ///   - text: What was written.
    ///   - window: When it is taken for granted.
    /// - Returns: `nil` when anything in it is not known to this version.
    package static func failure(_ text: String, window: FreshnessWindow) -> CachedFailure? {
        guard let root = root(text), let reasons = reasons(root), !reasons.isEmpty,
            let transfer = duration(root["transfer"])
        else { return nil }
        return CachedFailure(
            reasons: reasons,
            deviceTime: duration(root["device"]),
            host: root["host"]?.string,
            transfer: transfer,
            window: window
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
