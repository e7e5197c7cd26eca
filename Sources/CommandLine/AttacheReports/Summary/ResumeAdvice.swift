/// How a run that was interrupted can be resumed.
package enum ResumeAdvice: Sendable, Equatable {
    /// The same command resumes it.
    case sameCommand
    /// The command discards the earlier run, so it resumes only without `--fresh`.
    case withoutFresh
    /// Nothing is advised: standard input cannot be read again.
    case none

    /// The sentence, without a full stop; `nil` for no advice.
    package var clause: String? {
        switch self {
        case .sameCommand: "Run the same command again to resume"
        case .withoutFresh: "Run the same command without --fresh to resume"
        case .none: nil
        }
    }
}
