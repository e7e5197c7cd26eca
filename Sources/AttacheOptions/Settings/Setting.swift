/// One option's value and where it was said.
package struct Setting: Equatable, Sendable {
    /// The value as written.
    package let text: String
    /// Where it was said, for messages: `--deadline`, `ATTACHE_DEADLINE` or `attache.yaml:3`.
    package let origin: String

    /// Creates a setting.
    ///
    /// - Parameters:
    ///   - text: The value as written.
    ///   - origin: Where it was said.
    package init(text: String, origin: String) {
        self.text = text
        self.origin = origin
    }
}
