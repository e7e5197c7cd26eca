/// The configuration cannot be used; every problem is listed at once.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// One sentence for each problem: what is wrong, where, and what to do.
    public let problems: [String]

    /// The problems, one a line.
    public var description: String { problems.joined(separator: "\n") }

    /// Creates the error.
    ///
    /// - Parameter problems: One sentence for each problem, at least one.
    package init(problems: [String]) {
        self.problems = problems
    }
}

/// The surroundings are broken: the store's directory, threads or descriptors.
public struct SurroundingsError: Error, Equatable, CustomStringConvertible {
    /// What is broken and what to do, as one sentence.
    public let sentence: String

    /// The sentence.
    public var description: String { sentence }

    package init(sentence: String) {
        self.sentence = sentence
    }
}
