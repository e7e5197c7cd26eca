/// Writes what the device shows.
enum ContentEncoder {
    static func write(_ content: NotificationContent, to writer: inout JSONWriter) {
        let aps = content.aps
        writer.beginObject()
        writer.member("title", aps.title)
        writer.member("subtitle", aps.subtitle)
        writer.member("body", aps.body)
        writer.member("badge", aps.badge)
        if let sound = aps.sound { write(sound, to: &writer) }
        writer.member("threadIdentifier", aps.threadIdentifier)
        writer.member("categoryIdentifier", aps.categoryIdentifier)
        writer.member("interruptionLevel", aps.interruptionLevel)
        if let score = aps.relevanceScore {
            writer.key("relevanceScore")
            writer.decimal(score)
        }
        writer.member("targetContentIdentifier", aps.targetContentIdentifier)
        writer.member("userInfo", raw: content.userInfo)
        if !content.attachments.isEmpty {
            writer.key("attachments")
            writer.beginArray()
            for attachment in content.attachments { AttachmentEncoder.write(attachment, to: &writer) }
            writer.endArray()
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
