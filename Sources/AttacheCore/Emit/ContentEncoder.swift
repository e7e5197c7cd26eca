/// Writes what the device shows.
enum ContentEncoder {
    /// Writes a content; what has been written of the verdict that others share is copied.
    static func write(_ content: NotificationContent, shared: EncodedVerdict?, to writer: inout JSONWriter) {
        let aps = content.aps
        let texts = aps.texts
        writer.beginObject()
        texts.write("title", texts.title, to: &writer)
        texts.write("subtitle", texts.subtitle, to: &writer)
        texts.write("body", texts.body, to: &writer)
        writer.member("badge", aps.badge)
        if let sound = aps.sound { write(sound, to: &writer) }
        texts.write("threadIdentifier", texts.threadIdentifier, to: &writer)
        texts.write("categoryIdentifier", texts.categoryIdentifier, to: &writer)
        writer.member("interruptionLevel", aps.interruptionLevel)
        if let score = aps.relevanceScore {
            writer.key("relevanceScore")
            writer.decimal(score)
        }
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
        writer.key("critical")
        writer.boolean(sound.isCritical)
        if let volume = sound.volume {
            writer.key("volume")
            writer.decimal(volume)
        }
        writer.endObject()
    }
}
