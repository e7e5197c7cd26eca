import Attache
import AttacheCore

/// Writes the judgement on one local file as JSON.
enum InspectionEncoder {
    /// One JSON object and the line's end.
    static func line(_ inspection: LocalInspection) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        member("file", inspection.file, &writer)
        member("verdict", inspection.isAttachable ? "attachable" : "refused", &writer)
        member("kind", inspection.format?.kind?.rawValue, &writer)
        member("type", inspection.format?.typeIdentifier, &writer)
        member("mime", inspection.format?.mimeType, &writer)
        member("extension", inspection.format?.preferredExtension, &writer)
        writer.key("bytes")
        writer.integer(inspection.byteCount)
        member("sha256", inspection.sha256, &writer)
        if let pixels = inspection.pixels {
            writer.key("pixels")
            writer.beginArray()
            writer.integer(pixels.width)
            writer.integer(pixels.height)
            writer.endArray()
        }
        if let frames = inspection.frameCount {
            writer.key("frames")
            writer.integer(frames)
        }
        writer.key("complete")
        writer.boolean(inspection.isComplete)
        ReasonEncoder.write(inspection.reasons, to: &writer)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static func member(_ name: String, _ value: String?, _ writer: inout JSONWriter) {
        guard let value else { return }
        writer.key(name)
        writer.string(value)
    }
}
