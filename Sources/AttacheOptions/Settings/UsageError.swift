/// A wrong option, variable or configuration file: names the input, the place and the cure.
package struct UsageError: Error, Equatable {
    /// Every problem found, one sentence each.
    package let problems: [String]

    /// Creates the error.
    ///
    /// - Parameter problems: Every problem found, one sentence each.
    package init(problems: [String]) {
        self.problems = problems
    }
}
