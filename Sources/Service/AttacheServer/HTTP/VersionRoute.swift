import Attache
import AttacheCore
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /version`: the version, the commit, the platform and the libraries, as `attached --version` prints them.
struct VersionRoute: Sendable {
    private static let content: ByteBuffer = {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", AttacheVersion.text)
        writer.member("commit", AttacheVersion.commit)
        writer.member("platform", AttacheVersion.platform)
        writer.strings("libraries", AttacheVersion.libraries)
        writer.endObject()
        return ByteBuffer(bytes: writer.bytes)
    }()

    func respond(_ request: Request, _ context: ServiceContext) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: Self.content)
        )
    }
}
