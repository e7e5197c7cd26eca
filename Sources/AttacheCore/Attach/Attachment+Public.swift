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
