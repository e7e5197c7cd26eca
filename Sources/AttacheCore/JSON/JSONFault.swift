/// What the parser stumbled over and where; the sentence for it is made afterwards, off the hot path.
struct JSONFault: Error, Equatable {
    /// What is wrong.
    let problem: JSONProblem
    /// The byte it is wrong at; the length of the text when that ends too early.
    let offset: Int

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - problem: What is wrong.
    ///   - offset: The byte it is wrong at.
    init(_ problem: JSONProblem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }
}
