/// One request that was made and the head that came back.
package struct ResponseExchange: Sendable, Equatable {
    /// The URL that was asked for.
    package var url: String
    /// The response's head.
    package var head: ResponseHead
    /// When it was asked for, in seconds since 1970.
    package var sent: Int
    /// When it had come, in seconds since 1970.
    package var received: Int

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - url: The URL that was asked for.
    ///   - head: The response's head.
    ///   - sent: When it was asked for, in seconds since 1970.
    ///   - received: When it had come, in seconds since 1970.
    package init(url: String, head: ResponseHead, sent: Int, received: Int) {
        self.url = url
        self.head = head
        self.sent = sent
        self.received = received
    }
}
