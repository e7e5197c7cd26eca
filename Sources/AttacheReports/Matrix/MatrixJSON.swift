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
            writer.key("response")
            writer.beginObject()
            writer.member("status", facts.status)
            writer.member("content_type", facts.contentType)
            writer.member("bytes", facts.byteCount)
            writer.member("format", facts.format?.mimeType)
            writer.endObject()
        }
        writer.member("not_loaded", matrix.medium.problem)
        writer.array("columns", matrix.columns) { writer, column in writer.strings(column) }
        writer.array("rows", matrix.rows) { writer, row in write(row, to: &writer) }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ row: DeviceMatrix.Row, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("dialect", row.dialect)
        writer.member("vendor", row.vendor)
        writer.array("explanations", row.explanations) { writer, one in
            writer.beginObject()
            writer.member("word", one.word)
            writer.member("shown", one.shown?.rawValue)
            writer.member("places", one.places)
            writer.key("sentences")
            writer.strings(one.sentences)
            writer.endObject()
        }
        writer.array("cells", row.cells) { writer, cell in
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

extension JSONWriter {
    /// Writes a member that is an array.
    fileprivate mutating func array<Element>(
        _ name: String,
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    /// Writes an array of strings.
    fileprivate mutating func strings(_ texts: [String]) {
        beginArray()
        for text in texts { string(text) }
        endArray()
    }
}
