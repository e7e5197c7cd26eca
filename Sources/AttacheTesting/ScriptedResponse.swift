package import AttacheCore

/// A response that a `RecordingFetcher` delivers.
package struct ScriptedResponse: Sendable {
    /// Status and header fields.
    package var head: ResponseHead
    /// The body in the pieces in which it is delivered.
    package var pieces: [[UInt8]]
    /// The answer of the name lookup, judged as a real fetcher has it judged; empty leaves that out.
    package var addresses: [IPAddress]
    /// The TLS session to be judged, or `nil` for none.
    package var session: TLSSession?
    /// Where the time went.
    package var timing: TransferTiming

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields.
    ///   - pieces: The body in the pieces in which it is delivered.
    ///   - addresses: The answer of the name lookup, to be judged.
    ///   - session: The TLS session to be judged.
    ///   - timing: Where the time went.
    package init(
        status: Int = 200,
        fields: [(name: String, value: String)] = [],
        pieces: [[UInt8]] = [],
        addresses: [IPAddress] = [],
        session: TLSSession? = nil,
        timing: TransferTiming = TransferTiming()
    ) {
        self.head = ResponseHead(status: status, fields: fields)
        self.pieces = pieces
        self.addresses = addresses
        self.session = session
        self.timing = timing
    }
}
