/// Everything but the URL that a verdict on media depends on, as one digest that is the same in every process.
package struct ContextFingerprint: Hashable, Sendable {
    /// SHA-256 in lower-case hexadecimal, 64 characters.
    package let text: String

    /// Takes a digest for a fingerprint.
    ///
    /// - Parameter text: SHA-256 in lower-case hexadecimal.
    package init(text: String) {
        self.text = text
    }
}
