import Attache
import AttacheCore

/// Writes the verdict on a URL as JSON.
enum VerdictEncoder {
    /// One JSON object and the line's end; absent members are left out.
    static func write(_ verdict: URLVerdict, of line: URLLine, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("url")
        writer.string(line.shown)
        writer.key("verdict")
        writer.string(verdict.isAllowed ? "allow" : "deny")
        if let host = verdict.url?.host {
            writer.key("host")
            writer.string(host.description)
        }
        if let address = verdict.address {
            writer.key("address")
            writer.string(address.description)
        }
        if let answer = verdict.answer {
            writer.key("addresses")
            writer.beginArray()
            for address in answer { writer.string(address.description) }
            writer.endArray()
        }
        ReasonEncoder.write(verdict.reasons, to: &writer)
        writer.endObject()
        writer.endLine()
    }
}
