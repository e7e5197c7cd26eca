import AttacheCore

/// A matrix as one JSON object.
package enum MatrixJSON {
    /// Returns the object and the end of its line.
    package static func text(_ matrix: DeviceMatrix) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("schema", "attache-matrix/1")
        writer.member("headline", MatrixHeadline.text(matrix))
        writer.member("url", RedactedURL.withoutSecrets(matrix.medium.url))
        if let facts = matrix.medium.facts {
            writer.object("response") { writer in
                writer.member("status", facts.status)
                writer.member("content_type", facts.contentType)
                writer.member("bytes", facts.byteCount)
                writer.member("format", facts.format?.mimeType)
            }
        }
        writer.member("not_loaded", matrix.medium.problem)
        writer.array("columns", matrix.columns) { column, writer in
            writer.beginArray()
            for text in column { writer.string(text) }
            writer.endArray()
        }
        writer.array("rows", matrix.rows) { row, writer in write(row, to: &writer) }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ row: DeviceMatrix.Row, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("dialect", row.dialect)
        writer.member("vendor", row.vendor)
        writer.array("explanations", row.explanations) { one, writer in
            writer.beginObject()
            writer.member("word", one.word)
            writer.member("shown", one.shown?.rawValue)
            writer.member("places", one.places)
            writer.strings("sentences", one.sentences)
            writer.member("code", one.reason?.code.rawValue)
            writer.member("fix", one.reason?.fix)
            writer.endObject()
        }
        writer.array("cells", row.cells) { cell, writer in
            writer.beginObject()
            writer.member("network", cell.network)
            writer.member("system", cell.system.rawValue)
            writer.member("word", DeviceWords.word(cell.verdict))
            writer.key("device")
            cell.verdict.write(to: &writer)
            writer.endObject()
        }
        writer.endObject()
    }
}
