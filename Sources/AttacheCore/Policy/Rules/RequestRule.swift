/// One question about a request that is answered without a socket.
package protocol RequestRule: Sendable {
    /// Judges a URL.
    ///
    /// - Parameters:
    ///   - url: A well-formed URL.
    ///   - context: What it is judged by.
    /// - Returns: The findings, those that block and those that only note something; empty when there are none.
    func reasons(for url: MediaURL, in context: RequestContext) -> [Reason]
}
