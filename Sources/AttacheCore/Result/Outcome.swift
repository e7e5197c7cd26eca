/// What became of one payload.
public enum Outcome: String, Sendable, CaseIterable {
    /// At least one verified attachment is shown.
    case attached
    /// The extension changed text or category; no media.
    case rewritten
    /// Shown as pushed, without the media it names.
    case plain
    /// The extension would not run, or there is no media; everything is as received.
    case untouched
    /// Not a deliverable push; there is nothing to show.
    case rejected
}
