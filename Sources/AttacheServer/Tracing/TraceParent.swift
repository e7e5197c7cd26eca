/// The header `traceparent` of W3C Trace Context: https://www.w3.org/TR/trace-context/#traceparent-header
struct TraceParent: Sendable, Equatable {
    /// The trace, of two halves that are not both zero.
    let trace: TraceIdentifier
    /// The span that asks; not zero.
    let span: UInt64
    /// Whether the caller records its part.
    let isSampled: Bool

    /// Creates a header of its own.
    init(trace: TraceIdentifier, span: UInt64, isSampled: Bool) {
        self.trace = trace
        self.span = span
        self.isSampled = isSampled
    }

    /// Reads a header, strictly: small letters only, no identifier of zeros, nothing behind the flags in version 00.
    ///
    /// It is `nil` when it is not as the specification has it; a new trace is begun then.
    ///
    /// - Parameter text: The header's value; several headers, joined by commas, are none.
    init?(parsing text: String) {
        let bytes = Array(text.utf8)
        let dash = UInt8(ascii: "-")
        guard bytes.count >= Self.length, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let version = HexNumber.parse(bytes[0..<2]), version != 0xFF,
            let high = HexNumber.parse(bytes[3..<19]), let low = HexNumber.parse(bytes[19..<35]),
            let span = HexNumber.parse(bytes[36..<52]), let flags = HexNumber.parse(bytes[53..<55])
        else { return nil }
        // A later version may say more, behind another dash.
        guard bytes.count == Self.length || version > 0 && bytes[Self.length] == dash else { return nil }
        guard high | low != 0, span != 0 else { return nil }
        trace = TraceIdentifier(high: high, low: low)
        self.span = span
        isSampled = flags & 1 == 1
    }

    /// The header's value, in version 00.
    var text: String {
        unsafe String(unsafeUninitializedCapacity: Self.length) { buffer in
            // Unsafe, and right: each number is written where the format has it, and the last byte is the 55th.
            unsafe buffer[0] = UInt8(ascii: "0")
            unsafe buffer[1] = UInt8(ascii: "0")
            for index in [2, 35, 52] { unsafe buffer[index] = UInt8(ascii: "-") }
            unsafe HexNumber.write(trace.high, to: buffer, at: 3)
            unsafe HexNumber.write(trace.low, to: buffer, at: 19)
            unsafe HexNumber.write(span, to: buffer, at: 36)
            unsafe buffer[53] = UInt8(ascii: "0")
            unsafe buffer[54] = isSampled ? UInt8(ascii: "1") : UInt8(ascii: "0")
            return Self.length
        }
    }

    /// Version, trace, span and flags in 2, 32, 16 and 2 digits, with dashes between.
    private static let length = 55
}
