/// Writes results in the schema `attache/1`: one compact JSON object each, members in a fixed order, absent when empty.
package struct ResultEncoder: Sendable {
    /// The schema's name, the first member of every report.
    package static let schema = "attache/1"

    /// Creates the encoder.
    package init() {}

    /// The whole result.
    ///
    /// - Parameter result: A result.
    /// - Returns: One JSON object without a line break.
    package func report(_ result: RewriteResult) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("schema")
        writer.string(Self.schema)
        writer.member("id", raw: result.identifier)
        writer.member("source", result.source)
        writer.member("outcome", result.outcome.rawValue)
        writer.member("policy", result.policy)
        writer.member("network", result.network)
        if let content = result.content {
            writer.key("content")
            ContentEncoder.write(content, to: &writer)
        }
        writer.member("payload", raw: result.payload)
        ReasonEncoder.write(result.reasons, to: &writer)
        TimingEncoder.write(result.timing, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Just what the device shows.
    ///
    /// - Parameter result: A result.
    /// - Returns: One JSON object, or `null` for a rejected item.
    package func content(_ result: RewriteResult) -> [UInt8] {
        guard let content = result.content else { return Array("null".utf8) }
        var writer = JSONWriter()
        ContentEncoder.write(content, to: &writer)
        return writer.bytes
    }

    /// Just what to send.
    ///
    /// - Parameter result: A result.
    /// - Returns: One JSON object, or `null` for a rejected item.
    package func payload(_ result: RewriteResult) -> [UInt8] {
        result.payload ?? Array("null".utf8)
    }

    /// What to send, or what is shown, with what it takes to match it to its input.
    ///
    /// - Parameters:
    ///   - result: A result.
    ///   - member: `content` or `payload`.
    ///   - value: The member's JSON text.
    /// - Returns: One JSON object with `id`, `outcome`, `headers` and the member.
    package func labelled(_ result: RewriteResult, member: String, value: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", raw: result.identifier)
        writer.member("outcome", result.outcome.rawValue)
        writer.member("headers", raw: result.headers)
        writer.key(member)
        writer.raw(value)
        writer.endObject()
        return writer.bytes
    }
}
