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
    /// The chunk size of a response, in bytes.
    private static let pieceSize = 128 * 1024

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
                "No media of this name in a recent result of this client; with --serve-media all stored media are served."
            )
        }
        guard let media = await open(name) else {
            throw Problem(
                .notFound,
                "No media are stored under this name; use the lower-case sha256 of an attachment."
            )
        }
        let tag = EntityTag(media.sha256)
        let headers = Self.headers(media, tag)
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
            return Self.response(.ok, headers, media, 0..<media.byteCount)
        case .part(let range):
            var headers = headers
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(media.byteCount)"
            return Self.response(.partialContent, headers, media, range)
        case .unsatisfiable:
            var response = Problem(.rangeNotSatisfiable, "The media has \(media.byteCount) bytes.").response
            response.headers[.contentRange] = "bytes */\(media.byteCount)"
            return response
        }
    }

    private static func response(
        _ status: HTTPResponse.Status,
        _ headers: HTTPFields,
        _ media: StoredMedia,
        _ range: Range<Int>
    ) -> Response {
        let body = ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let piece = try await media.read(at: offset, count: min(pieceSize, range.upperBound - offset))
                // The file was truncated: the connection closes before the announced length.
                guard !piece.isEmpty else { throw SystemCallError(operation: "read", path: media.sha256, code: EIO) }
                try await writer.write(ByteBuffer(bytes: piece))
                offset += piece.count
            }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: headers, body: body)
    }

    private static func headers(_ media: StoredMedia, _ tag: EntityTag) -> HTTPFields {
        let format = MediaFormat.named(byExtension: media.fileExtension)
        return [
            .contentType: format?.mimeType ?? "application/octet-stream",
            .eTag: tag.text,
            .acceptRanges: "bytes",
            // The name is the digest of the content, so it never changes; access is restricted, so shared caches must
            // not store it.
            .cacheControl: "private, max-age=31536000, immutable",
            .contentDisposition: "inline; filename=\"\(media.sha256).\(media.fileExtension)\"",
            .contentSecurityPolicy: "sandbox",
            .xContentTypeOptions: "nosniff",
        ]
    }
}
