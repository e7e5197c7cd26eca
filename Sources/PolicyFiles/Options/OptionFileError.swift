/// A file of options cannot be used.
package struct OptionFileError: Error, Sendable, Equatable {
    /// Everything that is wrong with it, at least one.
    package let problems: [PolicyProblem]
}
