/// A MIME type that iOS has a type identifier for.
package struct MIMEType: Sendable {
    /// The type identifier, such as `public.jpeg`.
    package let identifier: String
    /// The preferred extension of the type identifier.
    package let preferredExtension: String
    /// The extension in suggested file names.
    package let suggestedExtension: String

    private init(_ identifier: String, _ preferred: String, suggested: String? = nil) {
        self.identifier = identifier
        preferredExtension = preferred
        suggestedExtension = suggested ?? preferred
    }

    /// Returns a type by its name in lower case, without parameters; `nil` for one without an extension, such as
    /// `application/octet-stream`.
    package static func named(_ name: String) -> MIMEType? { all[name] }

    private static let extensions = Set(all.values.map(\.preferredExtension))

    /// Whether an extension is that of a type, media or not; `php` and `aspx` name programs that may answer with any.
    package static func isKnown(_ fileExtension: String) -> Bool {
        MediaFormat.named(byExtension: fileExtension) != nil || extensions.contains(fileExtension.lowercased())
    }

    private static let jpeg = MIMEType("public.jpeg", "jpeg", suggested: "jpg")
    private static let wave = MIMEType("com.microsoft.waveform-audio", "wav")
    private static let aiff = MIMEType("public.aiff-audio", "aiff")
    private static let m4a = MIMEType("com.apple.m4a-audio", "m4a")
    private static let avi = MIMEType("public.avi", "avi")
    private static let m4v = MIMEType("com.apple.m4v-video", "m4v")
    private static let xml = MIMEType("public.xml", "xml")

    private static let all: [String: MIMEType] = [
        "image/jpeg": jpeg, "image/jpg": jpeg, "image/pjpeg": jpeg,
        "image/png": MIMEType("public.png", "png"), "image/gif": MIMEType("com.compuserve.gif", "gif"),
        "image/webp": MIMEType("org.webmproject.webp", "webp"), "image/heic": MIMEType("public.heic", "heic"),
        "image/heif": MIMEType("public.heif", "heif"), "image/avif": MIMEType("public.avif", "avif"),
        "image/tiff": MIMEType("public.tiff", "tiff"), "image/bmp": MIMEType("com.microsoft.bmp", "bmp"),
        "image/svg+xml": MIMEType("public.svg-image", "svg"),
        "image/x-icon": MIMEType("com.microsoft.ico", "ico"),
        "video/mp4": MIMEType("public.mpeg-4", "mp4"), "video/x-m4v": m4v, "video/m4v": m4v,
        "video/quicktime": MIMEType("com.apple.quicktime-movie", "mov"),
        "video/mpeg": MIMEType("public.mpeg", "mpg"), "video/x-msvideo": avi, "video/avi": avi,
        "video/webm": MIMEType("org.webmproject.webm", "webm"),
        "video/3gpp": MIMEType("public.3gpp", "3gp"), "video/3gpp2": MIMEType("public.3gpp2", "3g2"),
        "audio/mpeg": MIMEType("public.mp3", "mp3"), "audio/mp3": MIMEType("public.mp3", "mp3"),
        "audio/wav": wave, "audio/x-wav": wave, "audio/wave": wave, "audio/vnd.wave": wave,
        "audio/aiff": aiff, "audio/x-aiff": aiff, "audio/mp4": m4a, "audio/x-m4a": m4a, "audio/m4a": m4a,
        "audio/aac": MIMEType("public.aac-audio", "aac"), "audio/ogg": MIMEType("org.xiph.ogg-audio", "oga"),
        "audio/x-caf": MIMEType("com.apple.coreaudio-format", "caf"),
        "audio/amr": MIMEType("org.3gpp.adaptive-multi-rate-audio", "amr"),
        "text/html": MIMEType("public.html", "html"), "text/plain": MIMEType("public.plain-text", "txt"),
        "application/json": MIMEType("public.json", "json"), "application/pdf": MIMEType("com.adobe.pdf", "pdf"),
        "application/xml": xml, "text/xml": xml,
        "application/zip": MIMEType("public.zip-archive", "zip"),
    ]
}
