/// The end of one response.
package struct FetchResponse: Sendable, Equatable {
    /// The response's status and header fields.
    package var head: ResponseHead
    /// Bytes of body that were delivered.
    package var byteCount: Int
    /// The address it came from.
    package var address: IPAddress?
    /// Where the time went.
    package var timing: TransferTiming
    /// What is worth knowing about the connection.
    package var notes: [Reason]

    /// Creates a response's end.
    ///
    /// - Parameters:
    ///   - head: The response's status and header fields.
    ///   - byteCount: Bytes of body that were delivered.
    ///   - address: The address it came from, where known.
    ///   - timing: Where the time went.
    ///   - notes: What is worth knowing about the connection.
    package init(
        head: ResponseHead,
        byteCount: Int,
        address: IPAddress?,
        timing: TransferTiming,
        notes: [Reason] = []
    ) {
        self.head = head
        self.byteCount = byteCount
        self.address = address
        self.timing = timing
        self.notes = notes
    }
}
