/// One thing that the service cannot work without.
struct ReadinessCheck: Sendable {
    /// What is looked at, for the sentence that tells that it did not answer.
    let name: String
    /// Looks; gives a sentence when something is wrong.
    let healthProblem: @Sendable () async -> String?
}
