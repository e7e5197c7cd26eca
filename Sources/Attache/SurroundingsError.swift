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
