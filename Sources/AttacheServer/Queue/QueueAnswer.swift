/// What becomes of one who asks for a place.
enum AdmissionDecision: Sendable {
    /// There is one.
    case permit
    /// There was none before its deadline.
    case deadlineExceeded
    /// It is not to wait.
    case refused(Problem)
}
