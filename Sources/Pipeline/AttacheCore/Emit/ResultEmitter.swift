/// The emit stage: reports the result to the observers and returns it to the caller, who writes it with `ResultEncoder`.
package struct ResultEmitter: Sendable {
    private let observers: [any AttacheObserver]

    package init(observers: [any AttacheObserver] = []) {
        self.observers = observers
    }

    /// Whether anyone sees the results.
    var isObserved: Bool { !observers.isEmpty }

    /// Reports that an item has arrived.
    func begin(_ item: InputItem) {
        let event = ItemBegan(origin: item.origin)
        for observer in observers { observer.itemBegan(event) }
    }

    /// Reports and returns a result.
    func emit(_ result: RewriteResult) -> RewriteResult {
        guard !observers.isEmpty else { return result }
        let event = ItemFinished(result: result)
        for observer in observers { observer.itemFinished(event) }
        return result
    }
}

/// The part of a result to emit.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// The whole result.
    case report
    /// What the device displays.
    case content
    /// What to send.
    case payload

    /// Writes the part as one JSON value without a line break; `isLabelled` adds what is needed to match it to its item.
    package func write(_ result: RewriteResult, isLabelled: Bool, to writer: inout JSONWriter) {
        let encoder = ResultEncoder()
        switch self {
        case .report: encoder.report(result, to: &writer)
        case .content where isLabelled:
            encoder.labelled(result, member: rawValue, to: &writer, value: encoder.content)
        case .content: encoder.content(result, to: &writer)
        case .payload where isLabelled:
            encoder.labelled(result, member: rawValue, to: &writer, value: encoder.payload)
        case .payload: encoder.payload(result, to: &writer)
        }
    }
}

/// Encoder of results in the schema `attache/1`: one compact JSON object each, members in a fixed order, empty ones
/// omitted.
package struct ResultEncoder: Sendable {
    /// The schema's name, the first member of every report.
    package static let schema = "attache/1"

    package init() {}

    /// Returns the whole result as one JSON object without a line break.
    package func report(_ result: RewriteResult) -> [UInt8] {
        var writer = JSONWriter()
        report(result, to: &writer)
        return writer.bytes
    }

    package func report(_ result: RewriteResult, to writer: inout JSONWriter) {
        writer.beginObject()
        members(of: result, to: &writer)
        writer.endObject()
    }

    /// Writes the members of the whole result into an object that the caller begins and ends.
    package func members(of result: RewriteResult, to writer: inout JSONWriter) {
        writer.member("schema", Self.schema)
        writer.member("id", raw: result.identifier)
        writer.key("source")
        writer.string(result.origin)
        writer.member("shape", result.shape)
        writer.member("outcome", result.outcome.rawValue)
        writer.member("policy", result.policy)
        writer.member("network", result.network)
        if let content = result.content {
            writer.key("content")
            ContentEncoder.write(content, shared: result.shared, to: &writer)
        }
        writer.member("payload", raw: result.payload)
        let reasons = result.reasons
        // Usually the same storage, which compares as equal without a look at the elements.
        if let shared = result.shared, !reasons.isEmpty, reasons == shared.verdict.reasons {
            writer.member("reasons", raw: shared.reasonsText)
        } else {
            ReasonEncoder.write(reasons, to: &writer)
        }
        RepairRecord.write(result.traces, to: &writer)
        StageEncoder.write(result, reasons, to: &writer)
        writeDevice(result, to: &writer)
        TimingEncoder.write(result.timing, to: &writer)
    }

    /// Writes the member `device`; the text of a shared verdict is made once.
    private func writeDevice(_ result: RewriteResult, to writer: inout JSONWriter) {
        guard let push = result.devicePush else { return }
        if let shared = result.shared, result.media.count == 1, push.isIndependentOfPayload {
            writer.member(
                "device",
                raw: shared.deviceText {
                    var text = JSONWriter(capacity: 256)
                    result.device?.write(to: &text)
                    return text.bytes
                }
            )
        } else if let device = result.device {
            writer.key("device")
            device.write(to: &writer)
        }
    }

    /// Writes the content that the device shows, or `null` for a rejected item.
    package func content(_ result: RewriteResult, to writer: inout JSONWriter) {
        guard let content = result.content else { return writer.null() }
        ContentEncoder.write(content, shared: result.shared, to: &writer)
    }

    /// Writes the payload to send, or `null` for a rejected item.
    package func payload(_ result: RewriteResult, to writer: inout JSONWriter) {
        guard let payload = result.payload else { return writer.null() }
        writer.raw(payload)
    }

    /// Writes `member`, `content` or `payload`, with `outcome`, `headers` and `id`, which match it to its input;
    /// `source` replaces a missing `id`.
    package func labelled(
        _ result: RewriteResult,
        member: String,
        to writer: inout JSONWriter,
        value: (RewriteResult, inout JSONWriter) -> Void
    ) {
        writer.beginObject()
        if let identifier = result.identifier {
            writer.member("id", raw: identifier)
        } else {
            // An item that is not JSON has no identifier, but must be matched as well.
            writer.key("source")
            writer.string(result.origin)
        }
        writer.member("outcome", result.outcome.rawValue)
        writer.member("headers", raw: result.headers)
        writer.key(member)
        value(result, &writer)
        writer.endObject()
    }
}

extension RewriteResult {
    /// The result in the schema `attache/1`: one compact JSON object without a line break.
    ///
    /// - Returns: The same bytes that the command line emits.
    public func json() -> [UInt8] { ResultEncoder().report(self) }
}

enum ContentEncoder {
    /// Writes a content; the attachments of a shared verdict are copied as encoded before.
    static func write(_ content: NotificationContent, shared: EncodedVerdict?, to writer: inout JSONWriter) {
        let aps = content.aps
        let texts = aps.texts
        writer.beginObject()
        if content.texts.isEmpty {
            texts.write("title", texts.title, to: &writer)
            texts.write("subtitle", texts.subtitle, to: &writer)
            texts.write("body", texts.body, to: &writer)
        } else {
            writer.member("title", content.title)
            writer.member("subtitle", content.subtitle)
            writer.member("body", content.body)
        }
        writer.member("badge", aps.badge)
        if let sound = aps.sound { write(sound, to: &writer) }
        if let group = aps.group {
            writer.member("threadIdentifier", group)
        } else {
            texts.write("threadIdentifier", texts.threadIdentifier, to: &writer)
        }
        texts.write("categoryIdentifier", texts.categoryIdentifier, to: &writer)
        if !content.actions.isEmpty {
            writer.array("actions", content.actions) { action, writer in
                writer.beginObject()
                writer.member("identifier", action.identifier)
                writer.member("title", action.title)
                writer.endObject()
            }
        }
        writer.member("interruptionLevel", aps.interruptionLevel)
        writer.member("relevanceScore", decimal: aps.relevanceScore)
        texts.write("targetContentIdentifier", texts.targetContentIdentifier, to: &writer)
        writer.member("userInfo", raw: content.userInfo)
        if !content.attachments.isEmpty {
            writer.key("attachments")
            if let shared, content.attachments == shared.attachments {
                writer.raw(shared.attachmentsText)
            } else {
                AttachmentEncoder.write(content.attachments, to: &writer)
            }
        }
        writer.endObject()
    }

    private static func write(_ sound: APSDictionary.Sound, to writer: inout JSONWriter) {
        writer.key("sound")
        guard sound.isCritical || sound.volume != nil else { return writer.string(sound.name) }
        writer.beginObject()
        writer.member("name", sound.name)
        writer.member("critical", sound.isCritical)
        writer.member("volume", decimal: sound.volume)
        writer.endObject()
    }
}

package enum TimingEncoder {
    /// Writes the member `timing`.
    package static func write(_ timing: ResultTiming, to writer: inout JSONWriter) {
        writer.key("timing")
        writer.beginObject()
        writer.member("total_ms", timing.total)
        // Without a lookup or a request there is no transfer to report.
        if timing.transfer != TransferTiming() {
            writer.member("resolve_ms", timing.transfer.resolve)
            writer.member("connect_ms", timing.transfer.connect)
            writer.member("tls_ms", timing.transfer.tls)
            writer.member("first_byte_ms", timing.transfer.firstByte)
            writer.member("body_ms", timing.transfer.body)
            writer.member("inspect_ms", timing.inspection)
        }
        if let device = timing.device { writer.member("device_ms", device) }
        writer.endObject()
    }
}
