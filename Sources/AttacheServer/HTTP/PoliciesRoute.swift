import AttacheCore
import Hummingbird
import NIOCore

/// `GET /v1/policies`: the policies that a request may name.
struct PoliciesRoute: Sendable {
    let pipeline: LivePipeline

    func respond(_ request: Request, _ context: ServiceContext) -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("policies")
        writer.beginArray()
        for policy in pipeline.policies.policies {
            writer.beginObject()
            writer.member("name", policy.name)
            writer.member("summary", policy.summary)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes))
        )
    }
}
