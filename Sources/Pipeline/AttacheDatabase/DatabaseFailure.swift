/// A database that cannot be used, with the message for the user.
package struct DatabaseFailure: Error, Equatable, Sendable {
    /// The message: what failed, which file, and the fix.
    package let sentence: String
    /// Whether the file is damaged or of a newer version, so that retrying cannot help.
    package let isPermanent: Bool

    package init(sentence: String, isPermanent: Bool) {
        self.sentence = sentence
        self.isPermanent = isPermanent
    }
}
