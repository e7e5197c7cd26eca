/// Writes where the time went.
package enum TimingEncoder {
    /// Writes the member `timing`.
    ///
    /// - Parameters:
    ///   - timing: Where the time of one item went.
    ///   - writer: Inside an object.
    package static func write(_ timing: ResultTiming, to writer: inout JSONWriter) {
        writer.key("timing")
        writer.beginObject()
        writer.member("total_ms", timing.total)
        // Without a lookup or a request there is no transfer to tell of.
        if timing.transfer != TransferTiming() {
            writer.member("resolve_ms", timing.transfer.resolve)
            writer.member("connect_ms", timing.transfer.connect)
            writer.member("tls_ms", timing.transfer.tls)
            writer.member("first_byte_ms", timing.transfer.firstByte)
            writer.member("body_ms", timing.transfer.body)
            writer.member("inspect_ms", timing.inspection)
        }
        if let device = timing.device { writer.member("device_ms", device) }
        writer.endObject()
    }
}
