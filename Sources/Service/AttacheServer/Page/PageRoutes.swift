import AttacheCore
import HTTPTypes
import Hummingbird
import MediaStore
import NIOCore

/// `GET /` and `GET /page/{file}`: the web page. It needs no token itself; its requests to `/v1` do.
struct PageRoutes: Sendable {
    /// The content security policy: the page may load only its own files and the media that it fetched. Text never
    /// becomes markup or script (Trusted Types), and no other page may frame it.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src blob:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'"

    private static let headers: HTTPFields = [
        .contentSecurityPolicy: policy, .referrerPolicy: "no-referrer", .crossOriginResourcePolicy: "same-origin",
        .crossOriginOpenerPolicy: "same-origin",
    ]

    func page(_ request: Request, _ context: ServiceContext) -> Response {
        PageFiles.page.respond(to: request, headers: Self.headers)
    }

    func part(_ request: Request, _ context: ServiceContext) throws(Problem) -> Response {
        guard let name = context.parameters.get("file"), let file = PageFiles.parts[name] else {
            throw Problem(.notFound, "The web page has no such file; its address is GET /.")
        }
        return file.respond(to: request, headers: Self.headers)
    }
}

/// The files of the web page.
enum PageFiles {
    static let page = StaticFile("text/html; charset=utf-8", PackageResources.page_html)

    static let parts: [String: StaticFile] = [
        "page.css": StaticFile("text/css; charset=utf-8", PackageResources.page_css),
        "icon.svg": StaticFile("image/svg+xml", PackageResources.icon_svg),
        "history.js": script(PackageResources.history_js),
        "elements.js": script(PackageResources.elements_js),
        "examples.js": script(PackageResources.examples_js),
        "jsontext.js": script(PackageResources.jsontext_js),
        "matrix.js": script(PackageResources.matrix_js),
        "media.js": script(PackageResources.media_js),
        "page.js": script(PackageResources.page_js),
        "permalink.js": script(PackageResources.permalink_js),
        "preview.js": script(PackageResources.preview_js),
        "reasons.html": StaticFile("text/html; charset=utf-8", PackageResources.reasons_html),
        "shown.js": script(DeviceScript.bytes),
        "story.js": script(PackageResources.story_js),
        "verdict.js": script(PackageResources.verdict_js),
        "words.js": script(PackageResources.words_js),
    ]

    private static func script(_ bytes: [UInt8]) -> StaticFile { StaticFile("text/javascript; charset=utf-8", bytes) }
}

/// A static file that is embedded in the binary.
struct StaticFile: Sendable {
    /// The chunk size of a response, in bytes.
    private static let pieceSize = 128 * 1024

    let mediaType: String
    /// The content, which all responses share.
    let content: ByteBuffer
    /// The entity tag, derived from the bytes.
    let tag: EntityTag

    init(_ mediaType: String, _ bytes: [UInt8]) {
        self.mediaType = mediaType
        content = ByteBuffer(bytes: bytes)
        tag = EntityTag(HexText.of(Array(RunningDigest.of(bytes).prefix(12))))
    }

    /// The content in pieces, so that a client that reads slowly holds one of them.
    private static func body(_ content: ByteBuffer) -> ResponseBody {
        ResponseBody(contentLength: content.readableBytes) { writer in
            var rest = content
            while let piece = rest.readSlice(length: min(Self.pieceSize, rest.readableBytes)), piece.readableBytes > 0 {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }

    /// Responds with the file, or with 304 if the client has it.
    func respond(to request: Request, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = mediaType
        headers[.xContentTypeOptions] = "nosniff"
        // Revalidated on each load, so that files of different versions are never mixed.
        headers[.cacheControl] = "no-cache"
        headers[.eTag] = tag.text
        if let known = request.headers[.ifNoneMatch], tag.isNamed(in: known) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: Self.body(content))
    }
}

/// `GET /openapi.yaml`: the API description in OpenAPI 3.1.
struct DocumentRoute: Sendable {
    // The media type of RFC 9512.
    private static let file = StaticFile("application/yaml", PackageResources.openapi_yaml)

    func respond(_ request: Request, _ context: ServiceContext) -> Response {
        Self.file.respond(to: request)
    }
}
