import AttacheCore
import AttacheSystem
import Glibc
import HTTPTypes
import Hummingbird
import MediaStore
import NIOCore

/// `GET /v1/media/{sha256}`: stored media, whole or a range of them.
///
/// The bytes are untrusted: a browser must neither run them nor guess another type.
struct MediaRoute: Sendable {
    /// Whether every client may see all stored media; otherwise only those that it asked about with a preview.
    let servesAll: Bool
    let previews: MediaPreviews
    /// Opens the media of a digest.
    let open: @Sendable (_ sha256: String) async -> StoredMedia?

    func respond(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let response = try await answer(request, context)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let name = try context.parameters.require("sha256")
        guard servesAll || previews.allows(name, for: context.client) else {
            throw Problem(
                .notFound,
                "No recent result of this client has media of this name; with --serve-media all stored media are "
                    + "served."
            )
        }
        guard let media = await open(name) else {
            throw Problem(
                .notFound,
                "No media are stored under this name; use the lower-case sha256 of an attachment."
            )
        }
        return StoredMediaResponse(
            media,
            type: MediaFormat.named(byExtension: media.fileExtension)?.mimeType ?? "application/octet-stream",
            name: "\(media.sha256).\(media.fileExtension)",
            // The name is the digest of the content, so it never changes; access is restricted, so shared caches must
            // not store it.
            cacheControl: "private, max-age=31536000, immutable"
        ).respond(request)
    }
}

/// A stored file as a response: whole, a range of it, or not modified.
///
/// The bytes are untrusted: a browser must neither run them nor guess another type.
struct StoredMediaResponse {
    /// The chunk size of a response, in bytes.
    private static let pieceSize = 128 * 1024

    private let media: StoredMedia
    private let tag: EntityTag
    private let headers: HTTPFields

    /// Prepares the response for a file with its media type, its name for people and the permission of caches.
    init(_ media: StoredMedia, type: String, name: String, cacheControl: String) {
        self.media = media
        tag = EntityTag(media.sha256)
        headers = [
            .contentType: type,
            .eTag: tag.text,
            .acceptRanges: "bytes",
            .cacheControl: cacheControl,
            .contentDisposition: "inline; filename=\"\(name)\"",
            .contentSecurityPolicy: "sandbox",
            .xContentTypeOptions: "nosniff",
        ]
    }

    func respond(_ request: Request) -> Response {
        if let field = request.headers[.ifNoneMatch], tag.isNamed(in: field) {
            var headers = headers
            // The length of the media, not of this response (RFC 9110 §8.6).
            headers[.contentLength] = "\(media.byteCount)"
            return Response(status: .notModified, headers: headers)
        }
        // Range is defined for GET alone (RFC 9110 §14.2).
        let isRanged = request.method == .get && tag.allowsRange(request.headers[.ifRange])
        switch ByteRange(isRanged ? request.headers[.range] : nil, length: media.byteCount) {
        case .whole:
            return response(.ok, headers, 0..<media.byteCount)
        case .part(let range):
            var headers = headers
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(media.byteCount)"
            return response(.partialContent, headers, range)
        case .unsatisfiable:
            var response = BufferedResponse(Problem(.rangeNotSatisfiable, "The media has \(media.byteCount) bytes."))
            response.head.headerFields[.contentRange] = "bytes */\(media.byteCount)"
            return response.response(to: request.method)
        }
    }

    private func response(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ range: Range<Int>) -> Response {
        let body = ResponseBody(contentLength: range.count) { [media] writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let count = min(Self.pieceSize, range.upperBound - offset)
                let piece = try await media.read(at: offset, count: count)
                // The file was truncated: the connection closes before the announced length.
                guard !piece.isEmpty else { throw SystemCallError(operation: "read", path: media.sha256, code: EIO) }
                try await writer.write(ByteBuffer(bytes: piece))
                offset += piece.count
            }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: headers, body: body)
    }
}
