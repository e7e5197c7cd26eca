/// One who waits for a place, between the two who came before and after it in the same line.
struct AdmissionWaiter {
    /// What somebody waits with.
    enum Kind: Sendable {
        /// A request of its own, which the limits hold for.
        case request
        /// An item of a batch that was let in as a whole.
        case batchItem
    }

    let client: Client
    let kind: Kind
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<AdmissionDecision, Never>
    /// The number of who came before it, if that one still waits.
    var previous: Int?
    /// The number of who came after it.
    var next: Int?
}
