/// A file that is kept but no longer fresh: the origin is asked whether it still stands.
package struct StaleMedia: Sendable {
    /// What the origin is asked with.
    package var validators: Validators
    /// The verdict if it does.
    package var verdict: MediaVerdict

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - validators: What the origin is asked with.
    ///   - verdict: The verdict if it still stands.
    package init(validators: Validators, verdict: MediaVerdict) {
        self.validators = validators
        self.verdict = verdict
    }
}
