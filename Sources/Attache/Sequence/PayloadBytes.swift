/// Payloads that come as strings, as their bytes.
///
/// `AsyncMapSequence` is not `Sendable` on every toolchain, and its failure is not that of its base.
public struct PayloadBytes<Payloads: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Payloads.Element == String {
    /// A payload in UTF-8.
    public typealias Element = [UInt8]
    /// What the strings fail with.
    public typealias Failure = Payloads.Failure

    let payloads: Payloads

    /// Makes the iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(payloads: payloads.makeAsyncIterator()) }

    /// Takes the payloads, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var payloads: Payloads.AsyncIterator

        /// The next payload.
        ///
        /// - Parameter actor: Whose turn it is.
        /// - Returns: The payload, or `nil` after the last.
        /// - Throws: What the strings throw.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> [UInt8]? {
            try await payloads.next(isolation: actor).map { Array($0.utf8) }
        }
    }
}
