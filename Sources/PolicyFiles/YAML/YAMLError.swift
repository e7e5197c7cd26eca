/// A text is no YAML, or more than these files may hold.
struct YAMLError: Error, Sendable, Equatable {
    let mark: YAMLMark
    /// What is wrong.
    let message: String
    /// What to do about it.
    let fix: String
}
