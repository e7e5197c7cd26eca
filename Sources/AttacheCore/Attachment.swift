/// One attachment as the notification shows it.
public struct Attachment: Sendable, Equatable {
    /// The attachment's identifier within the notification.
    package var identifier: String
    /// The stored file.
    package var file: StoredFile
    /// What it is.
    package var format: MediaFormat
    /// The extension it is stored under, without the full stop.
    package var fileExtension: String
    /// Width and height, where the container tells.
    package var pixels: PixelSize?
    /// Pictures in it, where the container tells.
    package var frameCount: Int?
    /// The URL in the payload.
    package var source: String

    /// Creates an attachment.
    ///
    /// - Parameters:
    ///   - identifier: The attachment's identifier within the notification.
    ///   - file: The stored file.
    ///   - format: What it is.
    ///   - fileExtension: The extension it is stored under, without the full stop.
    ///   - pixels: Width and height, where the container tells.
    ///   - frameCount: Pictures in it, where the container tells.
    ///   - source: The URL in the payload.
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
}

extension Attachment {
    /// The absolute path of the stored file; it stays there for ten minutes at least after the result.
    public var path: String { file.path }
    /// SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String { file.sha256 }
    /// The file's length in bytes.
    public var byteCount: Int { file.byteCount }
    /// The uniform type identifier, such as `public.png`.
    public var typeIdentifier: String { format.typeIdentifier }
    /// The media type, such as `image/png`.
    public var mimeType: String { format.mimeType }
    /// The URL as it stands in the payload.
    public var sourceURL: String { source }
}

/// Writes and reads an attachment as a ledger or an index keeps it: by the names of this product, with a path.
///
/// The form that results show, with a URL and Apple's type identifier, does not lead back to the table of formats.
package enum AttachmentRecord {
    private static let formats = Dictionary(uniqueKeysWithValues: MediaFormat.all.map { ($0.name, $0) })

    /// Writes an attachment.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - writer: Where a value may stand.
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

    /// Reads an attachment back.
    ///
    /// - Parameter value: What `write` wrote.
    /// - Returns: The attachment, or `nil` when it names a format that this version does not know, or lacks a member.
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
