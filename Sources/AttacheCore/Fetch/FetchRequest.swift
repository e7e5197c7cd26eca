/// One permitted request: a URL whose form, scheme, host and port have been judged.
package struct FetchRequest: Sendable {
    /// What to load.
    package var url: MediaURL
    /// When the answer must be there.
    package var deadline: Deadline
    /// Judges what only the connection shows: addresses and the TLS session.
    package var judge: any ConnectionJudging
    /// Slows the transfer to the receiving device's link, where that was asked for.
    package var throttle: LinkThrottle?
    /// Makes the request conditional: only a response that is no longer this one is wanted.
    package var validators: Validators?
    /// Who asks, as a number: of several parties that wait for one host each has its turn.
    package var clientID: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: A judged URL.
    ///   - deadline: When the answer must be there.
    ///   - judge: Judges addresses and the TLS session.
    ///   - throttle: The link to imitate, or `nil` to load as fast as possible.
    ///   - validators: What makes the request conditional, or `nil`.
    ///   - clientID: Who asks.
    package init(
        url: MediaURL,
        deadline: Deadline,
        judge: any ConnectionJudging,
        throttle: LinkThrottle? = nil,
        validators: Validators? = nil,
        clientID: Int = 0
    ) {
        self.url = url
        self.deadline = deadline
        self.judge = judge
        self.throttle = throttle
        self.validators = validators
        self.clientID = clientID
    }
}
