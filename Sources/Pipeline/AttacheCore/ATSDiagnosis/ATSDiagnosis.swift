/// The ATS exceptions that a host needs, and the loads that prove it.
package struct ATSDiagnosis: Sendable {
    /// One load and its result.
    package struct Row: Sendable {
        package let load: ATSLoad
        package let result: ATSLoadResult
    }

    package let url: MediaURL
    /// The sixteen loads in order; fewer when the diagnosis was stopped.
    package let rows: [Row]
    /// The load under the extension's own dictionary, if given.
    package let own: ATSLoadResult?
    /// Whether the destination is local to the device; ATS restricts it only if an exception names it.
    package let isLocal: Bool
    package let remedy: ATSRemedy
    /// Changes to the server instead, one sentence each.
    package let advice: [String]

    /// Whether the default connection passes.
    package var passes: Bool { rows.first?.result.passes ?? false }
    /// Whether all sixteen loads have a result.
    package var isComplete: Bool { rows.count == 16 }
    /// Connections made for the rows.
    package var connectionCount: Int { rows.reduce(0) { $0 + $1.result.connectionCount } }
}

/// The change to an Info.plist that helps a host.
package enum ATSRemedy: Sendable, Equatable {
    /// The default connection passes.
    case notNeeded
    /// The smallest dictionary under which a real load passed.
    case dictionary(ATSDictionary)
    /// No dictionary helps: the fault is in ordinary TLS, trust or the connection.
    case none
    /// A required load failed for a reason that no dictionary affects, so the remedy is unknown.
    case undetermined
}

/// Encoder of a diagnosis as one JSON object.
package enum ATSDiagnosisEncoder {
    /// Returns UTF-8 text without a line break, with the members `schema`, `url`, `host`, `address`, `verdict`,
    /// `loads`, `own`, `remedy` and `server`; empty ones are omitted.
    package static func encode(_ diagnosis: ATSDiagnosis) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("schema", "attache-ats/1")
        writer.member("url", diagnosis.url.text)
        writer.member("host", diagnosis.url.host.exceptionKey)
        writer.member("address", diagnosis.rows.lazy.compactMap(\.result.address).first?.description)
        writer.member("verdict", verdict(diagnosis.passes))
        writer.array("loads", diagnosis.rows) { row, writer in
            writer.beginObject()
            writer.member("section", row.load.section)
            writer.member("name", row.load.name)
            writer.key("dictionary")
            row.load.dictionary.tree.write(to: &writer)
            write(row.result, to: &writer)
            writer.endObject()
        }
        if let own = diagnosis.own {
            writer.key("own")
            writer.beginObject()
            write(own, to: &writer)
            writer.endObject()
        }
        write(diagnosis.remedy, to: &writer)
        if !diagnosis.advice.isEmpty { writer.strings("server", diagnosis.advice) }
        writer.endObject()
        return writer.bytes
    }

    private static func verdict(_ passes: Bool) -> String { passes ? "pass" : "fail" }

    private static func write(_ result: ATSLoadResult, to writer: inout JSONWriter) {
        writer.member("result", verdict(result.passes))
        writer.member("made", result.isMade)
        if let session = result.session {
            writer.key("session")
            writer.beginObject()
            writer.member("version", session.version.rawValue)
            writer.member("suite", session.cipherSuite)
            if let leaf = session.certificates.first {
                writer.member("key", leaf.key.description)
                writer.member("signature", leaf.signatureDigest.isEmpty ? nil : leaf.signatureDigest)
                writer.member("pin", leaf.publicKeyPin)
            }
            writer.endObject()
        }
        ReasonEncoder.write(result.reasons, to: &writer)
    }

    private static func write(_ remedy: ATSRemedy, to writer: inout JSONWriter) {
        writer.key("remedy")
        writer.beginObject()
        switch remedy {
        case .notNeeded: writer.member("kind", "not-needed")
        case .none: writer.member("kind", "none")
        case .undetermined: writer.member("kind", "undetermined")
        case .dictionary(let dictionary):
            writer.member("kind", "dictionary")
            writer.key("dictionary")
            dictionary.tree.write(to: &writer)
            writer.member("plist", dictionary.propertyList)
        }
        writer.endObject()
    }
}
