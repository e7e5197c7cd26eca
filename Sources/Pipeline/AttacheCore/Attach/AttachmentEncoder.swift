package enum AttachmentEncoder {
    static func write(_ attachments: [Attachment], to writer: inout JSONWriter) {
        writer.beginArray()
        for attachment in attachments { write(attachment, to: &writer) }
        writer.endArray()
    }

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

package enum FileURL {
    /// Returns the `file:` URL of an absolute path; bytes that RFC 3986 does not allow in a path are percent-encoded.
    package static func text(path: String) -> String {
        var text = Array("file://".utf8)
        text.reserveCapacity(path.utf8.count + 7)
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.append(byte)
            default:
                text.append(UInt8(ascii: "%"))
                text.append(contentsOf: HexText.of([byte]).uppercased().utf8)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
