/// What a policy accepts of one kind of media.
package struct TypeRule: Sendable, Equatable {
    /// The accepted extensions, lower case, without the full stop.
    package var extensions: [String]
    /// The largest file in bytes; one more is refused.
    package var limit: Int
    /// Above this many bytes the result carries a warning; `nil` for no warning.
    package var warn: Int?

    package init(extensions: [String], limit: Int, warn: Int? = nil) {
        self.extensions = extensions
        self.limit = limit
        self.warn = warn
    }
}
