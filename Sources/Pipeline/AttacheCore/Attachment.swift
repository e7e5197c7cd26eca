/// One attachment as the notification shows it.
public struct Attachment: Sendable, Equatable {
    /// The attachment's identifier within the notification.
    package var identifier: String
    /// The stored file.
    package var file: StoredFile
    /// The detected format.
    package var format: MediaFormat
    /// The extension it is stored under, without the full stop.
    package var fileExtension: String
    /// Width and height, when the container reports them.
    package var pixels: PixelSize?
    /// Number of pictures, when the container reports it.
    package var frameCount: Int?
    /// The URL in the payload.
    package var source: String

    package init(
        identifier: String,
        file: StoredFile,
        format: MediaFormat,
        fileExtension: String,
        pixels: PixelSize?,
        frameCount: Int?,
        source: String
    ) {
        self.identifier = identifier
        self.file = file
        self.format = format
        self.fileExtension = fileExtension
        self.pixels = pixels
        self.frameCount = frameCount
        self.source = source
    }

    /// The absolute path of the stored file, which is kept for at least ten minutes after the result.
    public var path: String { file.path }
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String { file.sha256 }
    /// The file's length in bytes.
    public var byteCount: Int { file.byteCount }
    /// The uniform type identifier, such as `public.png`.
    public var typeIdentifier: String { format.typeIdentifier }
    /// The media type, such as `image/png`.
    public var mimeType: String { format.mimeType }
    /// The URL as written in the payload.
    public var sourceURL: String { source }
}

/// The stored JSON form of an attachment, with the file path and the internal format name.
///
/// The public result form has a URL and Apple's type identifier instead, which do not identify the format.
package enum AttachmentRecord {
    private static let formats = Dictionary(uniqueKeysWithValues: MediaFormat.all.map { ($0.name, $0) })

    package static func write(_ attachment: Attachment, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", attachment.identifier)
        writer.member("path", attachment.file.path)
        writer.member("sha256", attachment.file.sha256)
        writer.member("bytes", attachment.file.byteCount)
        writer.member("format", attachment.format.name)
        writer.member("extension", attachment.fileExtension)
        writer.member("width", attachment.pixels?.width)
        writer.member("height", attachment.pixels?.height)
        writer.member("frames", attachment.frameCount)
        writer.member("source", attachment.source)
        writer.endObject()
    }

    /// Reads a record of `write`; `nil` when a member is missing or the format is unknown to this version.
    package static func read(_ value: JSONValue) -> Attachment? {
        guard let identifier = value["identifier"]?.string, let path = value["path"]?.string,
            let sha256 = value["sha256"]?.string, let byteCount = value["bytes"]?.integer,
            let format = value["format"]?.string.flatMap({ formats[$0] }),
            let fileExtension = value["extension"]?.string, let source = value["source"]?.string
        else { return nil }
        var pixels: PixelSize?
        if let width = value["width"]?.integer, let height = value["height"]?.integer {
            pixels = PixelSize(width: width, height: height)
        }
        return Attachment(
            identifier: identifier,
            file: StoredFile(path: path, sha256: sha256, byteCount: byteCount),
            format: format,
            fileExtension: fileExtension,
            pixels: pixels,
            frameCount: value["frames"]?.integer,
            source: source
        )
    }
}
