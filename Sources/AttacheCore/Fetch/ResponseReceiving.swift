/// Takes one response as it arrives.
///
/// The calls come one after the other on the fetcher's own thread: they must be short and wait for nothing but a write
/// to a local file.
package protocol ResponseReceiving: AnyObject, Sendable {
    /// The status and header fields of the response proper have arrived; interim (1xx) responses are not shown.
    ///
    /// - Parameter head: The response's head.
    /// - Returns: Whether the body is wanted.
    func receive(head: ResponseHead) -> TransferDecision

    /// The next bytes of the body have arrived.
    ///
    /// - Parameter bytes: The bytes, valid only during the call.
    /// - Returns: Whether more are wanted.
    func receive(body bytes: Span<UInt8>) -> TransferDecision
}
