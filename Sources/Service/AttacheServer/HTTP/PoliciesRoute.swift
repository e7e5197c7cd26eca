import AttacheCore
import Hummingbird
import NIOCore

/// `GET /v1/policies`: the policies and networks that requests can use.
struct PoliciesRoute: Sendable {
    let pipeline: ReloadablePipeline

    func respond(_ request: Request, _ context: ServiceContext) -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        writer.array("policies", pipeline.policies.policies) { policy, writer in
            writer.beginObject()
            writer.member("name", policy.name)
            writer.member("summary", policy.summary)
            writer.endObject()
        }
        writer.array("networks", pipeline.networks) { write($0, to: &$1) }
        writer.endObject()
        return Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes))
        )
    }

    private func write(_ network: Network, to writer: inout JSONWriter) {
        let link = network.link
        writer.beginObject()
        writer.member("name", network.name)
        writer.member("kind", network.kind.rawValue)
        writer.member("expensive", network.isExpensive)
        writer.member("constrained", network.isConstrained)
        writer.member("down_bits_per_second", link.downBitsPerSecond.map { Int($0) })
        writer.member("up_bits_per_second", link.upBitsPerSecond.map { Int($0) })
        writer.member("round_trip_ms", link.roundTrip)
        writer.member("dns_delay_ms", link.dnsDelay)
        writer.member("loss", decimal: link.lossDown)
        writer.endObject()
    }
}
