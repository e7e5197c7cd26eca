/// Writes attachments.
package enum AttachmentEncoder {
    /// Writes an array of attachments.
    static func write(_ attachments: [Attachment], to writer: inout JSONWriter) {
        writer.beginArray()
        for attachment in attachments { write(attachment, to: &writer) }
        writer.endArray()
    }

    /// Writes an attachment as one object.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - writer: Where a value is due.
    package static func write(_ attachment: Attachment, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", attachment.identifier)
        writer.member("url", FileURL.text(path: attachment.file.path))
        writer.member("type", attachment.format.typeIdentifier)
        writer.member("mime", attachment.format.mimeType)
        writer.member("extension", attachment.fileExtension)
        writer.member("bytes", attachment.file.byteCount)
        writer.member("sha256", attachment.file.sha256)
        if let pixels = attachment.pixels {
            writer.key("pixels")
            writer.beginArray()
            writer.integer(pixels.width)
            writer.integer(pixels.height)
            writer.endArray()
        }
        writer.member("frames", attachment.frameCount)
        writer.member("source", attachment.source)
        writer.endObject()
    }
}
