import AttacheCore

/// SARIF 2.1.0 (OASIS), one run; results are written as they come.
package struct LintSARIFReport: LintReporting {
    private static let schema =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    private let version: String
    private var hasResults = false

    /// Creates a report of a program's version, such as `0.1.0`.
    package init(version: String) {
        self.version = version
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
            writer.array("rules", LintCode.allCases) { Self.write($0, to: &$1) }
        }
        writer.endObject()
        writer.member("columnKind", "unicodeCodePoints")
        writer.key("results")
        writer.beginArray()
        return writer.bytes
    }

    package mutating func write(_ result: LintResult) -> [UInt8] {
        var text: [UInt8] = []
        for finding in result.findings {
            if hasResults { text.append(JSONByte.comma) }
            hasResults = true
            var writer = JSONWriter()
            Self.write(finding, of: result, to: &writer)
            text += writer.bytes
        }
        return text
    }

    /// Closes results, the run, the runs and the log.
    package func end(_ summary: LintSummary) -> [UInt8] { Array("]}]}\n".utf8) }

    private static func write(_ code: LintCode, to writer: inout JSONWriter) {
        let texts = code.texts
        writer.beginObject()
        writer.member("id", code.rawValue)
        writeText("shortDescription", texts.title, to: &writer)
        writeText("fullDescription", texts.why, to: &writer)
        writeText("help", "\(texts.fix) Source: \(texts.source).", to: &writer)
        writer.object("defaultConfiguration") { $0.member("level", code.severity.rawValue) }
        writer.endObject()
    }

    private static func write(_ finding: LintFinding, of result: LintResult, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ruleId", finding.code.rawValue)
        writer.member("ruleIndex", LintCode.allCases.firstIndex(of: finding.code))
        writer.member("level", finding.severity.rawValue)
        writeText("message", "\(finding.message) \(finding.fix)", to: &writer)
        writer.key("locations")
        writer.beginArray()
        writer.beginObject()
        writer.object("physicalLocation") { writer in
            writeArtifact(result.file, to: &writer)
            writeRegion("region", finding.place, to: &writer)
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
        if finding.isFixable, !finding.changesQuery { writeFix(finding, result.file, to: &writer) }
        writer.endObject()
    }

    private static func writeFix(_ finding: LintFinding, _ file: String, to writer: inout JSONWriter) {
        writer.key("fixes")
        writer.beginArray()
        writer.beginObject()
        writeText("description", finding.fix, to: &writer)
        writer.key("artifactChanges")
        writer.beginArray()
        writer.beginObject()
        writeArtifact(file, to: &writer)
        writer.array("replacements", zip(finding.edits, finding.editPlaces)) { change, writer in
            let (edit, place) = change
            writer.beginObject()
            writeRegion("deletedRegion", place, to: &writer)
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

    private static func writeRegion(_ name: String, _ place: LintPlace, to writer: inout JSONWriter) {
        writer.object(name) { writer in
            writer.member("startLine", place.line)
            writer.member("startColumn", place.column)
            writer.member("endLine", place.endLine)
            writer.member("endColumn", place.endColumn)
        }
    }
}
