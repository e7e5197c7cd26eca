/// An invalid configuration, with every problem at once.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// One sentence for each problem: the value, the position and the fix.
    public let problems: [String]

    /// The problems, one a line.
    public var description: String { problems.joined(separator: "\n") }

    package init(problems: [String]) {
        self.problems = problems
    }
}

/// A broken environment: the store's directory, threads or descriptors.
public struct SurroundingsError: Error, Equatable, CustomStringConvertible {
    /// The problem and its fix, as one sentence.
    public let sentence: String

    /// The sentence.
    public var description: String { sentence }

    package init(sentence: String) {
        self.sentence = sentence
    }
}
