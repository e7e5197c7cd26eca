/// Makes one request and delivers its response: one hop, no redirect followed, no retry.
package protocol MediaFetching: Sendable {
    /// Resolves, connects, sends a GET and delivers the response.
    ///
    /// Cancelling the task ends the transfer at once and gives `fetch.cancelled`.
    ///
    /// - Parameters:
    ///   - request: What to load, by when, and who judges the addresses and the TLS session.
    ///   - receiver: Takes the response's head and body as they arrive.
    /// - Returns: The response's end, or why there is none. Nothing is thrown: every failure has a reason.
    func fetch(_ request: FetchRequest, into receiver: any ResponseReceiving) async -> FetchResult
}
