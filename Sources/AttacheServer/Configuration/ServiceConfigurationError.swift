/// What is wrong with the service's configuration: every problem, each naming its place and cure.
package struct ServiceConfigurationError: Error, Sendable, Equatable {
    /// One sentence each.
    package let problems: [String]

    /// Creates the error.
    ///
    /// - Parameter problems: One sentence each.
    package init(problems: [String]) {
        self.problems = problems
    }
}
