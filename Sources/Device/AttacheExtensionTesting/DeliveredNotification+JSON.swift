import AttacheCore
import NotificationCenterStore
import UserNotifications

extension DeliveredNotification {
    /// The notification, and what happened, as a line of JSON.
    ///
    /// - Parameter payload: The name of the payload, such as its file.
    /// - Returns: The line in UTF-8, with its line feed.
    public func json(payload: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("payload", payload)
        writer.member("outcome", outcome.rawValue)
        writer.member("identifier", identifier)
        writer.member("duration_ms", duration)
        writer.key("content")
        write(content, to: &writer)
        writer.array("events", events) { event, writer in
            writer.beginObject()
            writer.member("at_ms", event.time)
            writer.member("kind", event.kind.rawValue)
            if !event.detail.isEmpty { writer.member("detail", event.detail) }
            writer.endObject()
        }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private func write(_ content: UNNotificationContent, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.texts(of: content)
        writer.member("badge", content.badge?.intValue)
        writer.member("sound", content.sound.map { $0.name ?? "default" })
        writer.identifiers(of: content)
        writer.member("interruption_level", InterruptionLevel(rawValue: content.interruptionLevel.rawValue)?.name)
        writer.member("relevance_score", decimal: content.relevanceScore)
        writer.attachments(of: content) { attachment, writer in
            writer.member("bytes", try? attachment.url.resourceValues(forKeys: [.fileSizeKey]).fileSize)
            writer.member("not_media", AttachmentBytes.fault(of: attachment.url, type: attachment.type))
        }
        writer.communication(of: content)
        writer.endObject()
    }
}
