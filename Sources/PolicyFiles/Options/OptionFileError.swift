/// A file of options cannot be used.
package struct OptionFileError: Error, Sendable, Equatable {
    /// Everything that is wrong with it, at least one.
    package let problems: [PolicyProblem]

    /// Creates the error.
    ///
    /// - Parameter problems: Everything that is wrong, at least one.
    package init(problems: [PolicyProblem]) {
        self.problems = problems
    }
}
