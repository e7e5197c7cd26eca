import AttacheCore
import Crypto
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /` and `GET /page/{file}`: the web page, for everybody; what it asks the service, it asks with a token.
struct PageRoutes: Sendable {
    /// What the page may load and run: its own files, media that it has fetched itself, and nothing else. No text becomes
    /// markup or script (Trusted Types), and no other page may frame it.
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
            throw Problem(.notFound, "The page has no such file; GET / is the page.")
        }
        return file.respond(to: request, headers: Self.headers)
    }
}

/// The files that the web page is made of.
enum PageFiles {
    /// The page itself.
    static let page = StaticFile("text/html; charset=utf-8", PackageResources.page_html)

    /// What the page loads, by name.
    static let parts: [String: StaticFile] = [
        "page.css": StaticFile("text/css; charset=utf-8", PackageResources.page_css),
        "icon.svg": StaticFile("image/svg+xml", PackageResources.icon_svg),
        "elements.js": script(PackageResources.elements_js),
        "jsontext.js": script(PackageResources.jsontext_js),
        "media.js": script(PackageResources.media_js),
        "page.js": script(PackageResources.page_js),
        "story.js": script(PackageResources.story_js),
        "verdict.js": script(PackageResources.verdict_js),
        "words.js": script(PackageResources.words_js),
    ]

    private static func script(_ bytes: [UInt8]) -> StaticFile { StaticFile("text/javascript; charset=utf-8", bytes) }
}

/// A file that travels inside the binary and is served as it is.
struct StaticFile: Sendable {
    /// What `Content-Type` says.
    let mediaType: String
    /// Its bytes.
    let bytes: [UInt8]
    /// What `ETag` says: different for different bytes.
    let tag: EntityTag

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - mediaType: What `Content-Type` says.
    ///   - bytes: Its bytes.
    init(_ mediaType: String, _ bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
        tag = EntityTag(HexText.of(SHA256.hash(data: bytes).prefix(12)))
    }

    /// Answers a request with the file, or with 304 where the client has it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - headers: What the response says besides.
    /// - Returns: The response.
    func respond(to request: Request, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = mediaType
        headers[.xContentTypeOptions] = "nosniff"
        // Asked for again each time, so that files of a new version never meet those of an old one.
        headers[.cacheControl] = "no-cache"
        headers[.eTag] = tag.text
        if let known = request.headers[.ifNoneMatch], tag.isNamed(in: known) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// `GET /openapi.yaml`: what the service understands and answers, as OpenAPI 3.1.
struct DocumentRoute: Sendable {
    // RFC 9512 has the media type.
    private static let file = StaticFile("application/yaml", PackageResources.openapi_yaml)

    func respond(_ request: Request, _ context: ServiceContext) -> Response {
        Self.file.respond(to: request)
    }
}
