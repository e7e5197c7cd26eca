import AttacheCore

/// SARIF 2.1.0 (OASIS), one run; results are written as they come.
package struct LintSARIFReport: LintReporting {
    private static let schema =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    private let version: String
    private let rules: [ReportedRule]
    private let places: [String: Int]
    private var hasResults = false

    /// Creates a report of a program's version, such as `0.1.0`, for findings by some rules.
    package init(version: String, rules: [ReportedRule] = ReportedRule.payloads) {
        self.version = version
        self.rules = rules
        places = Dictionary(zip(rules.map(\.code), rules.indices)) { first, _ in first }
    }

    package func begin() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("$schema", Self.schema)
        writer.member("version", "2.1.0")
        writer.key("runs")
        writer.beginArray()
        writer.beginObject()
        writer.key("tool")
        writer.beginObject()
        writer.object("driver") { writer in
            writer.member("name", "attache")
            writer.member("version", version)
            writer.array("rules", rules) { Self.write($0, to: &$1) }
        }
        writer.endObject()
        writer.member("columnKind", "unicodeCodePoints")
        writer.key("results")
        writer.beginArray()
        return writer.bytes
    }

    package mutating func write(_ result: LintResult) -> [UInt8] { write(result.reported) }

    /// One result for each finding.
    package mutating func write(_ findings: [ReportedFinding]) -> [UInt8] {
        var text: [UInt8] = []
        for finding in findings {
            if hasResults { text.append(JSONByte.comma) }
            hasResults = true
            var writer = JSONWriter()
            write(finding, to: &writer)
            text += writer.bytes
        }
        return text
    }

    package func end(_ summary: LintSummary) -> [UInt8] { end() }

    /// Closes results, the run, the runs and the log.
    package func end() -> [UInt8] { Array("]}]}\n".utf8) }

    private static func write(_ rule: ReportedRule, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", rule.code)
        writeText("shortDescription", rule.texts.title, to: &writer)
        writeText("fullDescription", rule.texts.why, to: &writer)
        writeText("help", rule.help, to: &writer)
        writer.object("defaultConfiguration") { $0.member("level", rule.severity.rawValue) }
        writer.endObject()
    }

    private func write(_ finding: ReportedFinding, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ruleId", finding.code)
        writer.member("ruleIndex", places[finding.code])
        writer.member("level", finding.severity.rawValue)
        Self.writeText("message", "\(finding.message) \(finding.fix)", to: &writer)
        writer.key("locations")
        writer.beginArray()
        writer.beginObject()
        writer.object("physicalLocation") { writer in
            Self.writeArtifact(finding.file, to: &writer)
            Self.writeRegion(of: finding, to: &writer)
        }
        if let pointer = finding.pointer {
            writer.key("logicalLocations")
            writer.beginArray()
            writer.beginObject()
            writer.member("fullyQualifiedName", pointer)
            writer.endObject()
            writer.endArray()
        }
        writer.endObject()
        writer.endArray()
        if !finding.edits.isEmpty { Self.writeFix(finding, to: &writer) }
        writer.endObject()
    }

    private static func writeFix(_ finding: ReportedFinding, to writer: inout JSONWriter) {
        writer.key("fixes")
        writer.beginArray()
        writer.beginObject()
        writeText("description", finding.fix, to: &writer)
        writer.key("artifactChanges")
        writer.beginArray()
        writer.beginObject()
        writeArtifact(finding.file, to: &writer)
        writer.array("replacements", finding.edits) { edit, writer in
            writer.beginObject()
            writeRegion("deletedRegion", edit.place, to: &writer)
            if !edit.replacement.isEmpty {
                writeText("insertedContent", String(decoding: edit.replacement, as: UTF8.self), to: &writer)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.endArray()
        writer.endObject()
        writer.endArray()
    }

    private static func writeText(_ name: String, _ text: String, to writer: inout JSONWriter) {
        writer.object(name) { $0.member("text", text) }
    }

    /// A path as a URI reference; a relative one is below the checkout.
    private static func writeArtifact(_ path: String, to writer: inout JSONWriter) {
        let url = FileURL.text(path: path)
        let isAbsolute = path.hasPrefix("/")
        writer.object("artifactLocation") { writer in
            writer.member("uri", isAbsolute ? url : String(url.dropFirst("file://".count)))
            if !isAbsolute { writer.member("uriBaseId", "%SRCROOT%") }
        }
    }

    /// The place of a finding; a finding about a whole file has none, and without an end it reaches to that of its line.
    private static func writeRegion(of finding: ReportedFinding, to writer: inout JSONWriter) {
        guard finding.line > 0 else { return }
        writer.object("region") { writer in
            writer.member("startLine", finding.line)
            if finding.column > 0 { writer.member("startColumn", finding.column) }
            guard let end = finding.end else { return }
            writer.member("endLine", end.line)
            writer.member("endColumn", end.column)
        }
    }

    private static func writeRegion(_ name: String, _ place: LintPlace, to writer: inout JSONWriter) {
        writer.object(name) { writer in
            writer.member("startLine", place.line)
            writer.member("startColumn", place.column)
            writer.member("endLine", place.endLine)
            writer.member("endColumn", place.endColumn)
        }
    }
}
