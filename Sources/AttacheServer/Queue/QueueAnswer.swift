/// What becomes of one who asks for a place.
enum QueueAnswer: Sendable {
    /// There is one.
    case place
    /// There was none before its deadline.
    case outOfTime
    /// It is not to wait.
    case refused(Problem)
}
