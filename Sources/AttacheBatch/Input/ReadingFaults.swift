/// What this machine did not let a run read; only the first sentences are kept, since there may be as many as inputs.
struct ReadingFaults {
    private static let capacity = 20

    private var sentences: [String] = []
    private var count = 0

    /// Takes a sentence in.
    mutating func note(_ sentence: String) {
        count += 1
        if sentences.count < Self.capacity { sentences.append(sentence) }
    }

    /// What is to be said.
    var told: [String] {
        let more = count - sentences.count
        return more > 0 ? sentences + ["\(more) more inputs could not be read."] : sentences
    }
}
