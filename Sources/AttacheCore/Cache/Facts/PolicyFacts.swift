/// Writes what a policy says, for fingerprints: the same content gives the same bytes in every process.
enum PolicyFacts {
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
        writer.fact("name", policy.name)
        writer.fact("extension", policy.extensionStrategies.map(\.rawValue))
        writer.key("types")
        write(policy.types, to: &writer)
        writer.fact("cellular-skip", policy.network.cellularSkip.map(\.rawValue).sorted())
        writer.fact("cellular-without-extension", policy.network.cellularWithoutExtension.rawValue)
        writer.fact("low-data", policy.network.lowData.rawValue)
        writer.fact("status", policy.fetch.status.rawValue)
        writer.fact("redirects", policy.fetch.redirectLimit)
        writer.key("ats")
        ATSFacts.write(policy.ats, to: &writer)
        if extent == .everything { writePayload(policy, to: &writer) }
        writer.endObject()
    }

    private static func write(_ types: [MediaKind: TypeRule], to writer: inout JSONWriter) {
        writer.beginObject()
        for (kind, rule) in types.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.key(kind.rawValue)
            writer.beginObject()
            writer.fact("extensions", rule.extensions)
            writer.fact("limit", rule.limit)
            writer.fact("warn", rule.warn)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func writePayload(_ policy: Policy, to writer: inout JSONWriter) {
        writer.fact("order", policy.order)
        writer.key("media")
        writer.beginArray()
        for location in policy.payload.media {
            writer.beginObject()
            writer.fact("url", location.url.description)
            writer.fact("type", location.type?.description)
            writer.endObject()
        }
        writer.endArray()
        writer.fact("all", policy.payload.takesAll)
        writer.fact("requires", policy.payload.requires.map(\.description))
        writer.fact("on-missing", policy.payload.onMissing.rawValue)
        writer.fact("timeout", policy.fetch.timeout)
        writer.fact("lint", policy.lints.map(\.rawValue))
    }
}
