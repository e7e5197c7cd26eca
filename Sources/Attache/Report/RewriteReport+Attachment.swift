extension RewriteReport {
    /// One attachment as the notification shows it.
    public struct Attachment: Sendable, Equatable {
        /// Its identifier within the notification.
        public let identifier: String
        /// The `file:` URL of the stored file, on the machine that made the report.
        public let url: String
        /// The uniform type identifier, such as `public.png`.
        public let type: String
        /// The media type, such as `image/png`.
        public let mime: String
        /// The extension it is stored under, without the full stop.
        public let fileExtension: String
        /// The file's length in bytes.
        public let byteCount: Int
        /// SHA-256 of the file, in lower-case hexadecimal.
        public let sha256: String
        /// Columns and rows, where the container tells.
        public let pixels: [Int]?
        /// Pictures in it, where the container tells.
        public let frameCount: Int?
        /// The URL as it stands in the payload.
        public let source: String

        init(_ object: ReportObject) throws(RewriteReportError) {
            identifier = try object.required("identifier", object.string("identifier"))
            url = try object.required("url", object.string("url"))
            type = try object.required("type", object.string("type"))
            mime = try object.required("mime", object.string("mime"))
            fileExtension = try object.required("extension", object.string("extension"))
            byteCount = try object.required("bytes", object.integer("bytes"))
            sha256 = try object.required("sha256", object.string("sha256"))
            pixels = object.value["pixels"].map { $0.elements.compactMap(\.integer) }
            frameCount = try object.integer("frames")
            source = try object.required("source", object.string("source"))
        }
    }
}
