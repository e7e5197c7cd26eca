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
        report(result, to: &writer)
        return writer.bytes
    }

    /// Writes the whole result.
    ///
    /// - Parameters:
    ///   - result: A result.
    ///   - writer: Takes one JSON object.
    package func report(_ result: RewriteResult, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("schema")
        writer.string(Self.schema)
        writer.member("id", raw: result.identifier)
        writer.key("source")
        writer.string(result.origin)
        writer.member("outcome", result.outcome.rawValue)
        writer.member("policy", result.policy)
        writer.member("network", result.network)
        if let content = result.content {
            writer.key("content")
            ContentEncoder.write(content, shared: result.shared, to: &writer)
        }
        writer.member("payload", raw: result.payload)
        // Mostly the very same list, which is seen without looking at its elements.
        if let shared = result.shared, !result.reasons.isEmpty, result.reasons == shared.verdict.reasons {
            writer.member("reasons", raw: shared.reasonsText)
        } else {
            ReasonEncoder.write(result.reasons, to: &writer)
        }
        TimingEncoder.write(result.timing, to: &writer)
        writer.endObject()
    }

    /// Writes just what the device shows.
    ///
    /// - Parameters:
    ///   - result: A result.
    ///   - writer: Takes one JSON object, or `null` for a rejected item.
    package func content(_ result: RewriteResult, to writer: inout JSONWriter) {
        guard let content = result.content else { return writer.null() }
        ContentEncoder.write(content, shared: result.shared, to: &writer)
    }

    /// Writes just what to send.
    ///
    /// - Parameters:
    ///   - result: A result.
    ///   - writer: Takes one JSON object, or `null` for a rejected item.
    package func payload(_ result: RewriteResult, to writer: inout JSONWriter) {
        guard let payload = result.payload else { return writer.null() }
        writer.raw(payload)
    }

    /// Writes what to send, or what is shown, with what it takes to match it to its input.
    ///
    /// - Parameters:
    ///   - result: A result.
    ///   - member: `content` or `payload`.
    ///   - writer: Takes one JSON object with `id`, `outcome`, `headers` and the member; `source` where there is no `id`.
    ///   - value: Writes the member's value.
    package func labelled(
        _ result: RewriteResult,
        member: String,
        to writer: inout JSONWriter,
        value: (RewriteResult, inout JSONWriter) -> Void
    ) {
        writer.beginObject()
        if let identifier = result.identifier {
            writer.member("id", raw: identifier)
        } else {
            // What is no JSON names itself nowhere, and still must be matched.
            writer.key("source")
            writer.string(result.origin)
        }
        writer.member("outcome", result.outcome.rawValue)
        writer.member("headers", raw: result.headers)
        writer.key(member)
        value(result, &writer)
        writer.endObject()
    }
}
