import Attache
import AttacheCore
import Hummingbird
import MediaStore

/// `GET /p/{link}` and `GET /p/{link}/{name}`: the copies of media that payloads name with `--rehost`.
///
/// Phones and caches need no token: whoever has a link may read one file. A name is a digest and an extension, so no path
/// can be made of it, and there is nothing to list.
struct MediaCopyRoute: Sendable {
    /// The longest lifetime in a cache, in seconds.
    private static let year = 31_536_000
    /// How long caches may keep that there is no copy, in seconds: otherwise each such request reaches the bucket.
    private static let missingLifetime = 60

    let isServed: Bool
    let pipeline: ReloadablePipeline
    /// Opens the media of a name for a client.
    let open: @Sendable (MediaFileName, Client) async throws(ObjectStoreFailure) -> StoredMedia?

    func respond(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let response = try await answer(request, context)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard isServed, let links = pipeline.snapshot.links else {
            throw Problem(.notFound, "Copies of media are served only with --rehost and --serve-media.")
        }
        let (first, last) = (try context.parameters.require("link"), context.parameters.get("name"))
        // A link has one spelling: with others, a query among them, it would be any number of files to a cache.
        let path = "/p/" + [first, last].compactMap(\.self).joined(separator: "/")
        guard request.head.path == path, let name = MediaFileName(parsing: last ?? first) else {
            throw Self.missing(
                "The name of a copy is a SHA-256 in lower case with the extension of a media type, without a query."
            )
        }
        let lifetime: Int
        switch links.check(last.map { _ in first }, of: name) {
        // A cache must not outlive the link.
        case .valid(let secondsLeft): lifetime = min(secondsLeft ?? Self.year, Self.year)
        case .expired: throw Problem(.expiredLink, "The link has expired; send the payload again.")
        case .invalid: throw Problem(.invalidLink, "The link is not signed with a key of this service.")
        }
        // The bytes decide about the type, whatever extension they were stored or asked for under.
        guard let media = try await stored(name, for: context.client),
            let format = FormatDetector.detect(
                prefix: try await media.read(at: 0, count: FormatDetector.neededPrefix),
                named: name.fileExtension
            ), format.kind != nil, format.extensions.contains(name.fileExtension)
        else { throw Self.missing("No media are stored under this name.") }
        return StoredMediaResponse(
            media,
            type: format.mimeType,
            name: name.text,
            cacheControl: "public, max-age=\(lifetime), immutable"
        ).respond(request)
    }

    private static func missing(_ detail: String) -> Problem {
        var problem = Problem(.notFound, detail)
        problem.cacheLifetime = missingLifetime
        return problem
    }

    private func stored(_ name: MediaFileName, for client: Client) async throws(Problem) -> StoredMedia? {
        do throws(ObjectStoreFailure) {
            return try await open(name, client)
        } catch {
            throw Self.problem(error)
        }
    }

    /// What a client is told of a failure of the object store.
    static func problem(_ failure: ObjectStoreFailure) -> Problem {
        // Caches must not keep it: there may be a copy, which the keys of the service may not read yet.
        if failure == .denied { return Problem(.notFound, "The object store gives no file of this name.") }
        var problem = Problem(.unavailable, "The object store did not give the file: \(failure.cause).")
        problem.retryAfter = 2
        return problem
    }
}
