/// A URL cannot be used as written, for one reason that names what is wrong with it.
package struct URLRefusal: Error, Hashable, Sendable {
    /// Why: a code of the `url` stage, or `fetch.redirect-invalid` for an unusable redirect target.
    package let reason: Reason

    /// Creates a refusal.
    ///
    /// - Parameter reason: Why; it shows no query string and no control character.
    package init(_ reason: Reason) {
        self.reason = reason
    }
}
