/// What batches under way may take.
struct BatchLimits: Sendable, Equatable {
    /// The bodies of all together, in bytes; a body that may be sent must fit.
    let memory: Int
    /// Batches of one client.
    let perClient: Int
}
