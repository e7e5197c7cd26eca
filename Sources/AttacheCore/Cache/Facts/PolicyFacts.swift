/// Writes what a policy says, for fingerprints: the same content gives the same bytes in every process.
enum PolicyFingerprint {
    /// How much of a policy counts.
    enum Extent {
        /// What decides about one URL, once it is known.
        case media
        /// What decides about a whole payload.
        case everything
    }

    /// Writes a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - extent: How much of it counts.
    ///   - writer: Where a value is due.
    static func write(_ policy: Policy, _ extent: Extent, to writer: inout JSONWriter) {
        writer.beginObject()
        // Reasons name the policy.
        writer.field("name", policy.name)
        writer.field("extension", policy.extensionStrategies.map(\.rawValue))
        writer.key("types")
        write(policy.types, to: &writer)
        writer.field("cellular-skip", policy.network.cellularSkip.map(\.rawValue).sorted())
        writer.field("cellular-without-extension", policy.network.cellularWithoutExtension.rawValue)
        writer.field("low-data", policy.network.lowData.rawValue)
        writer.field("status", policy.fetch.status.rawValue)
        writer.field("redirects", policy.fetch.redirectLimit)
        writer.key("ats")
        ATSDictionaryFingerprint.write(policy.ats, to: &writer)
        if extent == .everything { writePayload(policy, to: &writer) }
        writer.endObject()
    }

    private static func write(_ types: [MediaKind: TypeRule], to writer: inout JSONWriter) {
        writer.beginObject()
        for (kind, rule) in types.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.key(kind.rawValue)
            writer.beginObject()
            writer.field("extensions", rule.extensions)
            writer.field("limit", rule.limit)
            writer.field("warn", rule.warn)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func writePayload(_ policy: Policy, to writer: inout JSONWriter) {
        writer.field("order", policy.order)
        writer.key("media")
        writer.beginArray()
        for location in policy.payload.media {
            writer.beginObject()
            writer.field("url", location.url.description)
            writer.field("type", location.type?.description)
            writer.endObject()
        }
        writer.endArray()
        writer.field("all", policy.payload.takesAll)
        writer.field("requires", policy.payload.requires.map(\.description))
        writer.field("on-missing", policy.payload.onMissing.rawValue)
        writer.field("timeout", policy.fetch.timeout)
        writer.field("lint", policy.lints.map(\.rawValue))
    }
}
